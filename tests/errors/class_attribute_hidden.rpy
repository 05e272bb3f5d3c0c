"""A class attribute that a function assigns, and an instance of import time with one of its own."""


class Style(object):
    width = 1


bold = Style()
bold.width = 5


def entry_point(argv):
    Style.width = len(argv) + 10
    print(bold.width)
    return 0


def target(driver, args):
    return entry_point, None
