def entry_point(argv):
    x = 1
    if x = 2:
        return 1
    return 0


def target(driver, args):
    return entry_point, None
