"""super, diamonds, class methods through subclasses, static methods, properties with setters, class attributes, overriding."""


class Base(object):
    kind = "base"
    count = 0
    registry = {}

    def __init__(self, name):
        self.name = name
        Base.count += 1
        self.registry[name] = self

    def who(self):
        return "Base." + self.name

    def both(self):
        return self.who() + "/" + self.kind

    @classmethod
    def make(cls, name):
        obj = cls(name)
        obj.name = cls.kind + ":" + obj.name
        return obj

    @staticmethod
    def helper(x, y=2):
        return x * y

    @property
    def title(self):
        return self.name.title()

    @title.setter
    def title(self, value):
        if not value:
            raise ValueError("empty title")
        self.name = value.lower()


class Left(Base):
    kind = "left"

    def who(self):
        return "Left>" + super().who()


class Right(Base):
    kind = "right"

    def who(self):
        return "Right>" + super().who()

    @staticmethod
    def helper(x, y=3):
        return x + y


class Both(Left, Right):
    def who(self):
        return "Both>" + super().who()

    @property
    def title(self):
        return "<" + super().title + ">"


class Counter(object):
    total = 0
    step = 1

    def bump(self):
        self.value = self.total + self.step
        return self.value


class Fast(Counter):
    step = 10

    def __init__(self):
        self.total = 5


class Temp(object):
    def __init__(self, c):
        self._c = c
        self.reads = 0

    @property
    def celsius(self):
        self.reads += 1
        return self._c

    @celsius.setter
    def celsius(self, c):
        if c < -273:
            raise ValueError("too cold: %d" % c)
        self._c = c

    fahrenheit = property(lambda self: self._c * 9 // 5 + 32)


def describe(b):
    out = [b.who(), b.both(), b.kind, b.__class__.__name__]
    if isinstance(b, Right):
        out.append("right")
    if isinstance(b, (Left, Both)):
        out.append("left")
    if type(b) is Base:
        out.append("exactly")
    return " ".join(out)


def entry_point(argv):
    objects = [Base("b"), Left("l"), Right("r"), Left.make("lm"), Right.make("rm")]
    for o in objects:
        print(describe(o), o.title, o.helper(4), o.helper(4, 5))
        o.title = "NEW " + o.name
        print(o.name, o.title)
    both = Both("x")
    print(both.who(), both.both(), both.title, both.kind, isinstance(both, Left), isinstance(both, Right), Both.make("q").name)
    print(Base.count, sorted(Base.registry), Base.kind, Left.kind, issubclass(Both, Right), issubclass(Left, Right))
    try:
        objects[0].title = ""
    except ValueError as e:
        print(e, objects[0].name)
    c = Counter()
    f = Fast()
    print(c.bump(), f.bump(), c.total, f.total, Counter.total, Fast.step, c.step)
    t = Temp(20)
    t.celsius += 5
    print(t.celsius, t.fahrenheit, t.reads)
    try:
        t.celsius = -300
    except ValueError as e:
        print(e, t.celsius)
    print(Base.who(both), Left.who(objects[1]), Base.helper(3), Right.helper(3), Both("z").helper(1))
    classes = [Base, Left, Right]
    print([k("n%d" % i).who() for i, k in enumerate(classes)], [k.kind for k in classes], [k.__name__ for k in classes])
    return 0


def target(driver, args):
    return entry_point
