def entry_point(argv):
    n = len(argv)
    print("count: " + n)
    return 0


def target(driver, args):
    return entry_point, None
