def f(a, a):
    return a


def entry_point(argv):
    return f(1, 2)


def target(driver, args):
    return entry_point, None
