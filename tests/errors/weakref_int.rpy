import weakref


def entry_point(argv):
    r = weakref.ref(len(argv))
    return 0


def target(driver, args):
    return entry_point, None
