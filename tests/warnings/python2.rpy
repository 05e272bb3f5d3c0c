"""A file of Python 2: `/` means the same."""


def entry_point(argv):
    print len(argv) / 2
    return 0


def target(driver, args):
    return entry_point, None
