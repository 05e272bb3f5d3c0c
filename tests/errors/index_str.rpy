def entry_point(argv):
    first = argv["0"]
    print(first)
    return 0


def target(driver, args):
    return entry_point, None
