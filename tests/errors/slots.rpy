class Point(object):
    _attrs_ = ['x', 'y']

    def __init__(self, x, y):
        self.x = x
        self.y = y
        self.z = 0


def entry_point(argv):
    return Point(1, 2).x


def target(driver, args):
    return entry_point, None
