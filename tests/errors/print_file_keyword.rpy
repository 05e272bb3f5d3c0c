from __future__ import print_function


def entry_point(argv):
    print("a", fiel=None)
    return 0


def target(driver, args):
    return entry_point, None
