def entry_point(argv):
    s = {len(argv), 2}
    return 0


def target(driver, args):
    return entry_point, None
