def entry_point(argv):
    for i in rnage(3):
        print(i)
    return 0


def target(driver, args):
    return entry_point, None
