def entry_point(argv):
    l = argv + "x"
    return len(l)


def target(driver, args):
    return entry_point, None
