def entry_point(argv):
    print("%y" % len(argv))
    return 0


def target(driver, args):
    return entry_point, None
