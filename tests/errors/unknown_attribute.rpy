class Point(object):
    def __init__(self, x):
        self.x = x


def entry_point(argv):
    p = Point(len(argv))
    return p.x + p.y


def target(driver, args):
    return entry_point, None
