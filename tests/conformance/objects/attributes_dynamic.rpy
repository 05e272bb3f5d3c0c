"""getattr, setattr, hasattr with constant names, defaults, names from an unrolling iterable; class attributes."""
from rpython.rlib.unroll import unrolling_iterable

NAMES = unrolling_iterable(["width", "height", "depth"])
OPERATIONS = unrolling_iterable([("add", 1), ("sub", 2), ("mul", 3)])


class Box(object):
    color = "brown"
    sizes = [1, 2, 3]
    codes = {"a": 1, "b": 2}

    def __init__(self, w, h, d):
        self.width = w
        self.height = h
        self.depth = d

    def add(self, n):
        return self.width + n

    def sub(self, n):
        return self.width - n

    def mul(self, n):
        return self.width * n


class Crate(Box):
    color = "red"
    lid = True
    sizes = [10, 20]


def volume(box):
    v = 1
    for name in NAMES:
        v *= getattr(box, name)
    return v


def grow(box):
    for name in NAMES:
        setattr(box, name, getattr(box, name) + 1)


def dispatch(box, which, n):
    for name, factor in OPERATIONS:
        if name == which:
            return getattr(box, name)(n) * factor
    return -1


class Settings(object):
    """Constants computed when the class is made."""
    squares = [i * i for i in range(6)]
    table = dict([(str(i), i * 10) for i in range(4)])
    limit = max(squares)
    name = "-".join(["a", "b"])
    if limit > 20:
        size = "big"
    else:
        size = "small"


class Outer(object):
    class Inner(object):
        def __init__(self, v):
            self.v = v

        def get(self):
            return self.v * Outer.factor

    factor = 3

    def make(self, v):
        return Outer.Inner(v)

    def make2(self, v):
        return self.Inner(v)


def make_class(n, base):
    class Generated(base):
        number = n

        def value(self):
            return self.number * 100
    Generated.__name__ = "Generated%d" % n
    return Generated


def plus(self, k):
    return self.number + k


G1 = make_class(1, object)
G2 = make_class(2, G1)
Typed = type("Typed", (G1,), {"number": 7, "plus": plus})


def entry_point(argv):
    b = Box(2, 3, 4)
    c = Crate(1, 1, 5)
    print(volume(b), volume(c))
    grow(b)
    print(volume(b), b.width, b.height, b.depth)
    print(dispatch(b, "add", 5), dispatch(b, "sub", 5), dispatch(c, "mul", 5), dispatch(c, "div", 5))
    print(getattr(b, "width", 99), getattr(b, "color", "none"))
    print(hasattr(c, "width"), hasattr(c, "wings"), hasattr(b, "add"))
    print(getattr(b, "wings", 12))
    for x in [b, c]:
        print(x.color, x.sizes, len(x.sizes), x.codes["b"])
    print(Box.color, Crate.color, Box.sizes[0], Crate.sizes[0], Crate.codes["a"], Crate.lid)
    print(Settings.squares, Settings.table["3"], Settings.limit, Settings.name, Settings.size)
    o = Outer()
    print(o.make(5).get(), o.make2(6).get(), Outer.Inner(7).get())
    print(G1().value(), G2().value(), Typed().value(), Typed().plus(3))
    for g in [G1(), G2(), Typed()]:
        print(g.number, g.value())
    print(G1.__name__, G2.__name__, Typed.__name__)
    return 0


def target(driver, args):
    return entry_point, None
