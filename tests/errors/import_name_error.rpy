LIMIT = MAXIMUM * 2


def entry_point(argv):
    return LIMIT


def target(driver, args):
    return entry_point, None
