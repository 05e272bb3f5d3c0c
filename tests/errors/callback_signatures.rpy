def one(x):
    return x + 1


def two(x, y):
    return x + y


def entry_point(argv):
    f = one if len(argv) > 1 else two
    return f(1)


def target(driver, args):
    return entry_point, None
