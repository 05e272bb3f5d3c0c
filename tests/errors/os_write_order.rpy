import os


def entry_point(argv):
    os.write(argv[0], 1)
    return 0


def target(driver, args):
    return entry_point, None
