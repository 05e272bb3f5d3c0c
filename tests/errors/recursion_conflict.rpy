def depth(x):
    if x == 0:
        return "zero"
    return depth(x - 1) + 1


def entry_point(argv):
    print(depth(3))
    return 0


def target(driver, args):
    return entry_point, None
