def entry_point(argv):
    for i, x in enumerate(len(argv)):
        print(i)
    return 0


def target(driver, args):
    return entry_point, None
