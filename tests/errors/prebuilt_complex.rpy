Z = 1 + 2j


def entry_point(argv):
    print(Z)
    return 0


def target(driver, args):
    return entry_point, None
