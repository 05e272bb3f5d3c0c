def entry_point(argv):
    middle = len(argv) / 2.0
    print(argv[middle])
    return 0


def target(driver, args):
    return entry_point, None
