def entry_point(argv, more):
    return 0


def target(driver, args):
    return entry_point, None
