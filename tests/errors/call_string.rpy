def entry_point(argv):
    name = argv[0]
    name()
    return 0


def target(driver, args):
    return entry_point, None
