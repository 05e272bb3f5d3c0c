class Config(object):
    debug = 1


def entry_point(argv):
    c = Config()
    setattr(c, argv[0], 1)
    return c.debug


def target(driver, args):
    return entry_point, None
