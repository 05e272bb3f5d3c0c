def entry_point(argv):
    print("never closed)
    return 0


def target(driver, args):
    return entry_point, None
