def entry_point(argv):
    t = (1, "a", 2.0)
    print(t[len(argv)])
    return 0


def target(driver, args):
    return entry_point, None
