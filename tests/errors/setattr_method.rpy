class Logged(object):
    def __init__(self, x):
        self.x = x

    def __setattr__(self, name, value):
        print(name)
        object.__setattr__(self, name, value)


def entry_point(argv):
    return Logged(3).x


def target(driver, args):
    return entry_point, None
