# an attribute that is no property with a deleter
class Point(object):
    def __init__(self, x):
        self.x = x


def entry_point(argv):
    p = Point(1)
    del p.x
    return 0


def target(driver, args):
    return entry_point, None
