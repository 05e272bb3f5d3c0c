def entry_point(argv):
    n = len(argv) * 1.5
    for i in range(n):
        print(i)
    return 0


def target(driver, args):
    return entry_point, None
