def entry_point(argv):
    print(max(argv[0], 3))
    return 0


def target(driver, args):
    return entry_point, None
