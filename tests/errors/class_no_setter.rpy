class Circle(object):
    def __init__(self, r):
        self.r = r

    @property
    def area(self):
        return 3 * self.r * self.r


def entry_point(argv):
    c = Circle(len(argv))
    c.area = 7
    return 0


def target(driver, args):
    return entry_point, None
