def entry_point(argv):
    for a in argv.sort():
        print(a)
    return 0


def target(driver, args):
    return entry_point, None
