def apply(f, x):
    return f(x)


def entry_point(argv):
    print(apply(lambda n: n + 1, 1))
    print(apply(lambda s: s + "!", "a"))
    return 0


def target(driver, args):
    return entry_point, None
