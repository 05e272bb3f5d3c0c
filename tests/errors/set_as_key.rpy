def entry_point(argv):
    d = {}
    d[set(argv)] = 1
    return len(d)


def target(driver, args):
    return entry_point, None
