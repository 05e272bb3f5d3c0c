class Single(object):
    def __new__(cls):
        return object.__new__(cls)


def entry_point(argv):
    s = Single()
    return 0


def target(driver, args):
    return entry_point, None
