# origin: after published programs
# Multiple dispatch: a table made at import time of functions by classes of two arguments, with inheritance and a cache.
class MetaDispatch(type):
    registry = {}

    def __init__(cls, name, bases, dct):
        type.__init__(cls, name, bases, dct)
        MetaDispatch.registry[name] = cls


def with_metaclass(meta):
    return meta('Root', (object,), {'number': 0})


Root = with_metaclass(MetaDispatch)


class Shape(Root):
    def __init__(self, size):
        self.size = size


class Circle(Shape):
    pass


class Square(Shape):
    pass


class Rounded(Square):
    pass


CLASSES = sorted([c for c in MetaDispatch.registry.values() if issubclass(c, Shape)], key=lambda c: c.__name__)
for _i, _c in enumerate(CLASSES):
    _c.number = _i


class Generic(object):
    def __init__(self, name):
        self.name = name
        self.methods = {}

    def register(self, a, b):
        def decorate(f):
            self.methods[a, b] = f
            return f
        return decorate

    def finish(self):
        """The function for each pair of classes: the nearest one, the first argument's class counts more."""
        table = []
        for a in CLASSES:
            for b in CLASSES:
                best = None
                for x in a.__mro__:
                    for y in b.__mro__:
                        if best is None and (x, y) in self.methods:
                            best = self.methods[x, y]
                table.append(best or self.missing)
        return table

    def missing(self, a, b):
        raise TypeError('no method')

    def _freeze_(self):
        return True


collide = Generic('collide')


@collide.register(Shape, Shape)
def shapes(a, b):
    return 'shapes %d' % (a.size + b.size)


@collide.register(Circle, Square)
def circle_square(a, b):
    return 'circle in square %d' % (a.size * b.size)


@collide.register(Square, Circle)
def square_circle(a, b):
    return 'swapped ' + circle_square(b, a)


@collide.register(Rounded, Shape)
def rounded(a, b):
    return 'rounded'


only = Generic('only')


@only.register(Circle, Circle)
def circles(a, b):
    return 'circles'


TABLE = collide.finish()
ONLY = only.finish()
N = len(CLASSES)


def call(table, a, b):
    return table[a.number * N + b.number](a, b)


def entry_point(argv):
    things = [Circle(1), Square(2), Rounded(3), Shape(4)]
    for a in things:
        print([call(TABLE, a, b) for b in things])
    for b in things:
        try:
            print(call(ONLY, things[0], b))
        except TypeError as e:
            print('error: %s' % e)
    print([c.__name__ for c in CLASSES], N)
    return 0


def target(driver, args):
    return entry_point, None
