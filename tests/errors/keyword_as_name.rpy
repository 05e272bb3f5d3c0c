def entry_point(argv):
    class = 3
    return 0


def target(driver, args):
    return entry_point, None
