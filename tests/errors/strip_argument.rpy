def entry_point(argv):
    print(argv[0].strip(1))
    return 0


def target(driver, args):
    return entry_point, None
