def entry_point(argv):
    a, b = len(argv)
    return a


def target(driver, args):
    return entry_point, None
