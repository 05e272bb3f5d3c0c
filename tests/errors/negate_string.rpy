def entry_point(argv):
    x = -argv[0]
    print(x)
    return 0


def target(driver, args):
    return entry_point, None
