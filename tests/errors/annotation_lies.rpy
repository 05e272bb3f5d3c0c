def half(n: int) -> int:
    return n / 2


def entry_point(argv):
    return half("ten")


def target(driver, args):
    return entry_point, None
