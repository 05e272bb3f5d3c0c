def size(x):
    return len(x)


def entry_point(argv):
    return size(len(argv))


def target(driver, args):
    return entry_point, None
