def add(l, x):
    return l.append(x)


def entry_point(argv):
    return add(argv, "x") + 1


def target(driver, args):
    return entry_point, None
