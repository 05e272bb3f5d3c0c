"""Classes as values: in variables, lists and dicts; called, compared, tested, raised."""


class Shape(object):
    sides = 0
    name = "shape"

    def __init__(self, size):
        self.size = size

    def area(self):
        return 0

    def show(self):
        return "%s of size %d, area %d" % (self.name, self.size, self.area())


class Square(Shape):
    """A square."""
    sides = 4
    name = "square"

    def area(self):
        return self.size * self.size


class Triangle(Shape):
    sides = 3
    name = "triangle"

    def __init__(self, size, height=2):
        Shape.__init__(self, size)
        self.height = height

    def area(self):
        return self.size * self.height // 2


class NotFound(Exception):
    def __init__(self, what):
        self.what = what


class Denied(NotFound):
    pass


CLASSES = [Shape, Square, Triangle]
BY_NAME = {"square": Square, "triangle": Triangle, "shape": Shape}


def make(name, size):
    return BY_NAME[name](size)


def total_sides(classes):
    n = 0
    for c in classes:
        n += c.sides
    return n


def fail(cls, text):
    raise cls(text)


def attempt(n):
    cls = NotFound
    if n % 2:
        cls = Denied
    try:
        fail(cls, "item %d" % n)
    except Denied as e:
        print("denied", e.what)
    except NotFound as e:
        print("not found", e.what)


class Stop(Exception):
    pass


class Halt(Stop):
    pass


def raise_class(cls):
    raise cls


def entry_point(argv):
    for c in CLASSES:
        s = c(4)
        print(s.show(), c.__name__, c.name, c.sides)
    print(make("square", 5).show())
    print(make("triangle", 5).show())
    print(total_sides(CLASSES), total_sides([Square, Square]))
    attempt(0)
    attempt(1)
    for c in [Stop, Halt]:
        try:
            raise_class(c)
        except Halt:
            print("Halt")
        except Stop:
            print("Stop")
    s = make("triangle", 3)
    for c in CLASSES:
        print(isinstance(s, c), type(s) is c, s.__class__ is c, issubclass(type(s), c), issubclass(c, Square))
    print(type(s) is type(make("triangle", 1)), type(s) == type(make("square", 1)))
    print(type(s).__name__, s.__class__.__name__, Square.__name__)
    print(Square.__doc__)
    cls = type(s)
    print(cls(8).show())
    print(cls.sides, cls.name)
    best = CLASSES[0]
    for c in CLASSES:
        if c.sides > best.sides:
            best = c
    print(best.__name__)
    counts = {Square: 0, Triangle: 0}
    for name in ["square", "triangle", "square"]:
        counts[type(make(name, 1))] += 1
    print(counts[Square], counts[Triangle])
    none = None
    if len(argv) > 10:
        none = Square
    print(none is None)
    return 0


def target(driver, args):
    return entry_point, None
