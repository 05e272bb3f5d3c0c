"""The smallest program."""


def entry_point(argv):
    print("hello, world")
    return 0


def target(driver, args):
    return entry_point, None
