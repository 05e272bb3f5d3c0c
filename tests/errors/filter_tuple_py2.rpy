"""In Python 2 `filter` of a tuple gives a tuple, whose length nobody knows here."""


def entry_point(argv):
    print filter(None, (len(argv), 0, 3))
    return 0


def target(driver, args):
    return entry_point, None
