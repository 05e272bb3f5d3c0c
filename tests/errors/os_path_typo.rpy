import os


def entry_point(argv):
    print(os.path.exist(argv[0]))
    return 0


def target(driver, args):
    return entry_point, None
