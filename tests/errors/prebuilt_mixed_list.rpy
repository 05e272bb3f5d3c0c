OPS = ["add", 1, "sub", 2]


def entry_point(argv):
    print(OPS[len(argv)])
    return 0


def target(driver, args):
    return entry_point, None
