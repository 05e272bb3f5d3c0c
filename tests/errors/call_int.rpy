def entry_point(argv):
    n = len(argv)
    return n(1)


def target(driver, args):
    return entry_point, None
