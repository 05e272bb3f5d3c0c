class Point(object):
    def __init__(self, x, y):
        self.x = x
        self.y = y


def entry_point(argv):
    return Point(1).x


def target(driver, args):
    return entry_point, None
