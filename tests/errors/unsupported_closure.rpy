def entry_point(argv):
    n = len(argv)

    def add(x):
        return x + n
    return add(1)


def target(driver, args):
    return entry_point, None
