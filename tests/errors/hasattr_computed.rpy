# an attribute that setattr sets by a computed name
class Box(object):
    def __init__(self):
        self.a = 1


def put(b, name, v):
    setattr(b, name, v)
put._annspecialcase_ = 'specialize:arg(1)'


def entry_point(argv):
    b = Box()
    print(hasattr(b, 'zz'), getattr(b, 'zz', 5))
    put(b, 'zz', 7)
    print(hasattr(b, 'zz'), getattr(b, 'zz', 5))
    return 0


def target(driver, args):
    return entry_point, None
