def entry_point(argv):
    print(len(argv[0].split(3)))
    return 0


def target(driver, args):
    return entry_point, None
