def entry_point(argv):
    print(argv[0].decode("utf-7"))
    return 0


def target(driver, args):
    return entry_point, None
