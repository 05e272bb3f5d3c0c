def numbers(n):
    for i in range(n):
        yield i


def entry_point(argv):
    g = numbers(3)
    return g[0]


def target(driver, args):
    return entry_point, None
