def entry_point(argv):
    n = len(argv)
    return len(n)


def target(driver, args):
    return entry_point, None
