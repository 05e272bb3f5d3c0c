def entry_point(argv):
    return int(argv)


def target(driver, args):
    return entry_point, None
