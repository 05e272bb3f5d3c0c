def entry_point(argv):
    exec("x = 1")
    return 0


def target(driver, args):
    return entry_point, None
