RATIO = 1 // 0


def entry_point(argv):
    return RATIO


def target(driver, args):
    return entry_point, None
