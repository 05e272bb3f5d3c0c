def entry_point(argv):
    return ord(argv)


def target(driver, args):
    return entry_point, None
