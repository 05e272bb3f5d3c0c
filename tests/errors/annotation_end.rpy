def sign(n: int) -> int:
    if n > 0:
        return 1
    elif n < 0:
        return -1


def entry_point(argv):
    return sign(len(argv))


def target(driver, args):
    return entry_point, None
