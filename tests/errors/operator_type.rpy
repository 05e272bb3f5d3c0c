class Meters(object):
    def __init__(self, n):
        self.n = n

    def __add__(self, other):
        return Meters(self.n + other.n)


def entry_point(argv):
    m = Meters(1) + 2
    return 0


def target(driver, args):
    return entry_point, None
