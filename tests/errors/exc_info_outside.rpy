import sys


def last():
    return sys.exc_info()[1]


def entry_point(argv):
    try:
        int(argv[0])
    except ValueError:
        print(last() is None)
    return 0


def target(driver, args):
    return entry_point, None
