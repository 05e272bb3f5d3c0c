class Config(object):
    debug = 1


def entry_point(argv):
    return getattr(Config(), argv[0])


def target(driver, args):
    return entry_point, None
