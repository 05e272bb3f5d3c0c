class Shape(object):
    pass


class Square(Shape):
    def __init__(self, side):
        self.side = side


def entry_point(argv):
    for s in [Shape(), Square(2)]:
        if hasattr(s, "side"):
            print("side")
    return 0


def target(driver, args):
    return entry_point, None
