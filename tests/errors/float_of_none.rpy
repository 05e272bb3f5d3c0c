def entry_point(argv):
    x = None
    print(float(x))
    return 0


def target(driver, args):
    return entry_point, None
