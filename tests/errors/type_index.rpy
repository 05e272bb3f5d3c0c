def entry_point(argv):
    l = [1, 2, 3]
    return l[argv[0]]


def target(driver, args):
    return entry_point, None
