def entry_point(argv):
    x = 1.5 * len(argv)
    return int(x << 2)


def target(driver, args):
    return entry_point, None
