class A
    pass


def entry_point(argv):
    return 0


def target(driver, args):
    return entry_point, None
