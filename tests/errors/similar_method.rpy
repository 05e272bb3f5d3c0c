def entry_point(argv):
    s = "abc" + argv[0]
    print(s.uper())
    return 0


def target(driver, args):
    return entry_point, None
