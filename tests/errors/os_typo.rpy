import os


def entry_point(argv):
    print(os.getcwdd())
    return 0


def target(driver, args):
    return entry_point, None
