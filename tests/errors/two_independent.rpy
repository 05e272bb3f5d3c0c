def entry_point(argv):
    a = argv[0] + 1
    b = len(3)
    c = argv.lenght
    return 0


def target(driver, args):
    return entry_point, None
