class Lock(object):
    pass


def entry_point(argv):
    with Lock():
        print("in")
    return 0


def target(driver, args):
    return entry_point, None
