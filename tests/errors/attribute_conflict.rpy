class Token(object):
    def __init__(self, value):
        self.value = value


def entry_point(argv):
    a = Token(1)
    b = Token("one")
    return a.value


def target(driver, args):
    return entry_point, None
