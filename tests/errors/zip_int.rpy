def entry_point(argv):
    for a, b in zip(argv, 3):
        print(a)
    return 0


def target(driver, args):
    return entry_point, None
