def entry_point(argv):
    f = lambda x=None: x + 1
    return f()


def target(driver, args):
    return entry_point, None
