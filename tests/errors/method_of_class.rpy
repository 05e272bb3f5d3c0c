class Point(object):
    def __init__(self, x):
        self.x = x
    def show(self):
        return str(self.x)

def entry_point(argv):
    print(Point.show())
    return 0

def target(driver, args):
    return entry_point, None
