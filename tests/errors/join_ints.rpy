def entry_point(argv):
    print(", ".join([1, 2, len(argv)]))
    return 0


def target(driver, args):
    return entry_point, None
