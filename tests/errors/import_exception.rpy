def table(n):
    return [10 // (n - i) for i in range(n + 1)]


TABLE = table(3)


def entry_point(argv):
    return TABLE[0]


def target(driver, args):
    return entry_point, None
