def entry_point(argv):
    return 0


def target(driver, args):
    entry_point
