def entry_point(argv):
    d = {}
    d[argv] = 1
    return len(d)


def target(driver, args):
    return entry_point, None
