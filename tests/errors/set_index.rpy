def entry_point(argv):
    s = set(argv)
    print(s[0])
    return 0


def target(driver, args):
    return entry_point, None
