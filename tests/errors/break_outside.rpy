def entry_point(argv):
    break
    return 0


def target(driver, args):
    return entry_point, None
