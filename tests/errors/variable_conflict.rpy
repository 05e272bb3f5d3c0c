def entry_point(argv):
    x = 0
    if len(argv) > 1:
        x = argv[1]
    print(x)
    return 0


def target(driver, args):
    return entry_point, None
