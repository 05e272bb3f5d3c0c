def entry_point(argv):
    x = [1, 2
    return x[0]


def target(driver, args):
    return entry_point, None
