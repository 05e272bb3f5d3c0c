assert 1 + 1 == 3, "arithmetic is off"


def entry_point(argv):
    return 0


def target(driver, args):
    return entry_point, None
