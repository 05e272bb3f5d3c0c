def entry_point(argv):
    class Local(object):
        pass
    return 0


def target(driver, args):
    return entry_point, None
