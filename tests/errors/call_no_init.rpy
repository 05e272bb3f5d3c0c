class Empty(object):
    pass


def entry_point(argv):
    e = Empty(3)
    return 0


def target(driver, args):
    return entry_point, None
