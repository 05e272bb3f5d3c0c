def entry_point(argv):
    if argv[0].contains("x"):
        return 1
    return 0


def target(driver, args):
    return entry_point, None
