def entry_point(argv):
    return min(3)


def target(driver, args):
    return entry_point, None
