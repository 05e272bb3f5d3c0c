def entry_point(n):
    return n * 2


def target(driver, args):
    return entry_point, [int]
