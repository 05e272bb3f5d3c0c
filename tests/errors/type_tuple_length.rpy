def pair(n):
    if n:
        return (1, 2)
    return (1, 2, 3)


def entry_point(argv):
    print(pair(len(argv))[0])
    return 0


def target(driver, args):
    return entry_point, None
