import time


def entry_point(argv):
    print(time.tiem())
    return 0


def target(driver, args):
    return entry_point, None
