def entry_point(argv):
    s = argv[0]
    del s[0]
    return 0


def target(driver, args):
    return entry_point, None
