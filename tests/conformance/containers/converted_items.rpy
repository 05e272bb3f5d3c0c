"""Lists whose items are tuples of a narrower kind than those of the list that is made of them: repeated, joined, extended."""


class Shape(object):
    def __init__(self, sides):
        self.sides = sides


class Square(Shape):
    def __init__(self):
        Shape.__init__(self, 4)


class Store(object):
    """Places for pairs; all are made at once."""

    def __init__(self, size):
        try:
            self.places = [(None, None)] * size
        except MemoryError:
            print("no room")
            raise

    def put(self, n, shape, name):
        self.places[n] = shape, name

    def show(self, n):
        shape, name = self.places[n]
        if shape is None:
            return "-"
        return "%s %d" % (name, shape.sides)


def doubled(n):
    nothing = [(0, 0)]
    if n > 2:
        nothing.append((1, n))
    twice = nothing * 2
    twice[1] = (2, n)
    wide = nothing + [(0.5, 7)]
    wide[0] = (wide[0][0] + 0.25, 9)
    print([["%.2f %d" % pair for pair in pairs] for pairs in [nothing, twice, wide]])


def extended(n):
    squares = [(Square(), "a")] * n
    shapes = [(Shape(3), "longer")]
    shapes.extend(squares)
    shapes += [(None, "none")]
    print([("%s" % name) + ("" if shape is None else "%d" % shape.sides) for shape, name in shapes])


def nested(n):
    inner = [((None, 1), n)]
    outer = inner * 2 + [((Shape(6), 2), n)]
    outer[1] = (Square(), 5), 8
    for (shape, k), m in outer:
        print(shape is None, k, m)


def entry_point(argv):
    store = Store(3)
    store.put(1, Shape(5), "five")
    store.put(2, Square(), "x")
    print([store.show(n) for n in range(3)])
    doubled(len(argv))
    doubled(len(argv) + 4)
    extended(len(argv) + 1)
    nested(len(argv))
    return 0


def target(driver, args):
    return entry_point, None
