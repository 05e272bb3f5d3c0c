"""Imports that fail inside of functions: a handler takes the ImportError; where a constant decides that nobody gets there they
do not matter."""


class Config(object):
    def __init__(self, extras):
        self.extras = extras

    def _freeze_(self):
        return True


config = Config(False)


def colours():
    try:
        from no_such_module import colours
    except ImportError:
        return "none"
    return colours()


def sizes():
    try:
        import no_such_package.sizes as sizes
    except (KeyError, ImportError) as e:
        return "no sizes"
    return sizes.all()


def extras():
    if not config.extras:
        return "plain"
    from no_such_module.extras import describe
    return describe(config)


def entry_point(argv):
    print(colours())
    print(sizes())
    print(extras())
    return 0


def target(driver, args):
    return entry_point, None
