def entry_point(argv):
    value = None
    for a in argv:
        value = int(a)
    print(value)
    return 0


def target(driver, args):
    return entry_point, None
