def entry_point(argv):
    if 1 in argv[0]:
        return 1
    return 0


def target(driver, args):
    return entry_point, None
