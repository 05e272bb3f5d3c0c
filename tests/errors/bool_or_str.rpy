def entry_point(argv):
    name = len(argv) > 1 and argv[1]
    print(name)
    return 0


def target(driver, args):
    return entry_point, None
