NAMES = (name for name in ["a", "b"])


def entry_point(argv):
    for name in NAMES:
        if argv[0] == name:
            return 1
    return 0


def target(driver, args):
    return entry_point, None
