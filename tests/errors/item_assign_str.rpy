def entry_point(argv):
    s = argv[0]
    s[0] = 'x'
    print(s)
    return 0


def target(driver, args):
    return entry_point, None
