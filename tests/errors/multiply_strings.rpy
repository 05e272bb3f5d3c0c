def entry_point(argv):
    print(argv[0] * argv[0])
    return 0


def target(driver, args):
    return entry_point, None
