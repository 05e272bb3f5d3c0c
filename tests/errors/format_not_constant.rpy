def entry_point(argv):
    fmt = argv[0]
    print(fmt % u"three")
    return 0


def target(driver, args):
    return entry_point, None
