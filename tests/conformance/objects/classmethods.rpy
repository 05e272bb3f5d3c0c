"""Class methods (on classes and instances, inherited, overridden), static methods, alternative constructors."""


class Point(object):
    dimensions = 2

    def __init__(self, x, y):
        self.x = x
        self.y = y

    @classmethod
    def origin(cls):
        return cls(0, 0)

    @classmethod
    def from_text(cls, text):
        parts = text.split(",")
        return cls(int(parts[0]), int(parts[1]))

    @classmethod
    def describe(cls, prefix="a"):
        return "%s %s of %d dimensions" % (prefix, cls.__name__, cls.dimensions)

    @staticmethod
    def distance(a, b):
        return abs(a.x - b.x) + abs(a.y - b.y)

    def show(self):
        return "%s(%d, %d)" % (self.__class__.__name__, self.x, self.y)

    def moved(self, dx):
        return self.__class__(self.x + dx, self.y)

    def twin(self):
        return type(self)(self.x, self.y)


class Named(Point):
    dimensions = 3

    def __init__(self, x, y):
        Point.__init__(self, x, y)
        self.name = "p%d" % x

    def show(self):
        return "%s:%s" % (self.name, Point.show(self))


class Counter(object):
    def __init__(self):
        self.instances = 0


counter = Counter()


class Base(object):
    kind = "base"

    @classmethod
    def create(cls):
        counter.instances += 1
        return cls.make()

    @classmethod
    def make(cls):
        return Base()

    def name(self):
        return "Base/" + self.kind

    @classmethod
    def label(cls):
        return "<" + cls.kind + ">"


class Derived(Base):
    kind = "derived"

    @classmethod
    def make(cls):
        return Derived()

    def name(self):
        return "Derived/" + self.kind

    @classmethod
    def label(cls):
        return "derived" + super(Derived, cls).label()


def entry_point(argv):
    print(Point.origin().show())
    print(Named.origin().show())
    print(Point.from_text("3,4").show())
    print(Named.from_text("5,6").show())
    print(Point.describe())
    print(Named.describe("the"))
    print(Named.describe(prefix="my"))
    p = Named(7, 8)
    print(p.describe("its"))
    print(p.from_text("1,2").show())
    print(p.distance(p, Point.origin()), Point.distance(p, Point(1, 1)))
    print(p.moved(3).show(), p.twin().show())
    things = [Point(1, 2), Named(3, 4)]
    for t in things:
        print(t.moved(1).show(), t.twin().show(), t.describe(), t.dimensions)
    print(Base.create().name(), Derived.create().name(), counter.instances)
    print(Base.label(), Derived.label())
    for b in [Base(), Derived()]:
        print(b.label(), b.create().name())
    f = Point.origin
    print(f().show())
    g = p.from_text
    print(g("9,9").show())
    return 0


def target(driver, args):
    return entry_point, None
