MASK = 2 ** 80


def entry_point(argv):
    return len(argv) & MASK


def target(driver, args):
    return entry_point, None
