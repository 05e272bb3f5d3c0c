def entry_point(argv):
    return eval(argv[0])


def target(driver, args):
    return entry_point, None
