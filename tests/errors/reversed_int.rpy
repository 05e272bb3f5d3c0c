def entry_point(argv):
    for x in reversed(len(argv)):
        print(x)
    return 0


def target(driver, args):
    return entry_point, None
