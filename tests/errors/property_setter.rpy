class Temperature(object):
    def __init__(self):
        self._c = 0

    @property
    def celsius(self):
        return self._c


def entry_point(argv):
    t = Temperature()
    t.celsius = 3
    return 0


def target(driver, args):
    return entry_point, None
