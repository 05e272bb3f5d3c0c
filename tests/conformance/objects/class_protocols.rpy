# __new__ through class variables, class attributes in families, functions of properties, hasattr with __getattr__,
# reflected operators of one class
class Base(object):
    def __new__(cls, x, tag=7):
        self = object.__new__(cls)
        self.tag = tag
        return self

    def __init__(self, x, tag=7):
        self.x = x

    def show(self):
        return "base %d %d" % (self.x, self.tag)


class Left(Base):
    def show(self):
        return "left %d %d" % (self.x, self.tag)


class Right(Base):
    def __init__(self, x, tag=8):
        Base.__init__(self, -x)


class Plain(object):
    limit = 10
    kind = "plain"

    @classmethod
    def set_limit(cls, n):
        Plain.limit = n


class Strict(Plain):
    limit = 20


class Stricter(Strict):
    pass


def raise_limits(n):
    Strict.limit += n


class Celsius(object):
    def __init__(self):
        self._value = 1

    @property
    def value(self):
        return self._value

    @value.setter
    def value(self, x):
        self._value = x


class Doubled(Celsius):
    @property
    def value(self):
        return Celsius.value.fget(self) * 2

    @value.setter
    def value(self, x):
        Celsius.value.fset(self, x + 5)


class Negated(Celsius):
    @Celsius.value.getter
    def value(self):
        return -self._value


class ReadOnly(Celsius):
    value = property(lambda self: 42)


def assign(o, n):
    o.value = n
    return o.value


class Dynamic(object):
    def __init__(self):
        self.real = 1

    def __getattr__(self, name):
        if name == "answer":
            return 42
        if name.startswith("len_"):
            return len(name)
        raise AttributeError(name)


class Number(object):
    def __add__(self, other):
        return "add"

    def __radd__(self, other):
        return "radd"

    def __sub__(self, other):
        return NotImplemented


class Special(Number):
    def __radd__(self, other):
        return "special radd"

    def __rsub__(self, other):
        return "special rsub"


def entry_point(argv):
    n = len(argv)
    for cls in [Left, Right, Base]:
        print(cls(4).show(), cls(n, tag=3).show())
        pair = (n, 5)
        print(cls(*pair).show())
    classes = {"l": Left, "r": Right}
    print(classes["r"](5).show(), classes["l"](5).show())

    a, b, c = Plain(), Strict(), Stricter()
    print(a.limit, b.limit, c.limit, Plain.limit, Strict.limit)
    Plain.set_limit(33)
    raise_limits(n)
    print(a.limit, b.limit, c.limit, Plain.limit, Stricter.limit)
    for p in [a, b, c]:
        print(p.limit, p.kind)

    for o in [Celsius(), Doubled(), Negated()]:
        print(assign(o, 5))
        o.value += 1
        print(o.value, Celsius.value.fget(o))
    r = ReadOnly()
    print(r.value, r._value)
    try:
        assign(r, 3)
    except AttributeError:
        print("cannot be set")

    d = Dynamic()
    print(d.answer, d.real, d.len_abc, hasattr(d, "answer"), hasattr(d, "real"), hasattr(d, "nothing"))
    print(getattr(d, "answer", 1), getattr(d, "nothing", 2), getattr(d, "real", 3))
    try:
        print(d.nothing)
    except AttributeError as e:
        print("no", e)

    x, y = Number(), Special()
    print(x + x, x + y, y + x, 1 + x, 1 + y, x - y)
    for p in [x, y]:
        for q in [x, y]:
            try:
                print(p - q)
            except TypeError:
                print("TypeError")
    return 0


def target(driver, args):
    return entry_point, None
