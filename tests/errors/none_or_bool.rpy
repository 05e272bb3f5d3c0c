def flag(n):
    return n > 2 or None


def entry_point(argv):
    print(flag(len(argv)))
    if flag(len(argv)) is None:
        return 1
    return 0


def target(driver, args):
    return entry_point, None
