"""Descriptors of run-time instances, properties in all forms."""


class Typed(object):
    """Keeps its values in the instances."""

    def __init__(self, default):
        self.default = default
        self.name = ''

    def __set_name__(self, owner, name):
        self.name = '_' + name
        setattr(owner, self.name, self.default)

    def __get__(self, obj, cls=None):
        if obj is None:
            return self.default
        return getattr(obj, self.name)

    def __set__(self, obj, value):
        if value < 0:
            raise ValueError("negative %s" % self.name)
        setattr(obj, self.name, value)

    def __delete__(self, obj):
        setattr(obj, self.name, self.default)


class Account(object):
    balance = Typed(0)
    limit = Typed(100)

    def __init__(self, n):
        self.balance = n
        self.limit = 200


class Savings(Account):
    rate = Typed(3)

    def __init__(self, n):
        Account.__init__(self, n)
        self.rate = 5


class Logged(object):
    """A non-data descriptor: computes."""

    def __init__(self, f):
        self.f = f

    def __get__(self, obj, cls):
        return self.f(obj)


class Shape(object):
    def __init__(self, w, h):
        self.w = w
        self.h = h

    @Logged
    def area(self):
        return self.w * self.h

    @property
    def size(self):
        return self.w + self.h

    @size.setter
    def size(self, value):
        self.w = value // 2
        self.h = value - self.w

    @size.deleter
    def size(self):
        self.w = 0
        self.h = 0

    def get_name(self):
        return "shape %d" % self.w

    name = property(get_name)


class Wide(Shape):
    @property
    def size(self):
        return 100 + Shape.size.fget(self)

    @size.setter
    def size(self, value):
        Shape.size.fset(self, value * 2)

    def get_name(self):
        return "wide"


class Super(Shape):
    @property
    def size(self):
        return super().size * 10


class ReadOnly(Shape):
    @Shape.size.getter
    def size(self):
        return -1


class cached(object):
    def __init__(self, f):
        self.f = f

    def __set_name__(self, owner, name):
        self.key = '_cached_' + name

    def __get__(self, obj, cls):
        if not hasattr(obj, self.key):
            setattr(obj, self.key, self.f(obj))
        return getattr(obj, self.key)


class Heavy(object):
    _sum = -1
    calls = 0

    def __init__(self, n):
        self.n = n

    @property
    def sum(self):
        if self._sum < 0:
            self._sum = self.n * (self.n + 1) // 2
            self.calls += 1
        return self._sum


class Plugin(object):
    registry = []
    names = {}

    def __init_subclass__(cls, **kw):
        super().__init_subclass__()
        cls.key = kw.get('key', 'none')
        Plugin.registry.append(cls)
        Plugin.names[cls.key] = cls

    def run(self):
        return "base"


class First(Plugin, key='first'):
    def run(self):
        return "first"


class Second(Plugin, key='second'):
    def run(self):
        return "second " + self.key


class Third(First):
    pass


class Celsius(object):
    def __init__(self, degrees=0.0):
        self._degrees = degrees

    def _get(self):
        return self._degrees

    def _set(self, v):
        self._degrees = v

    def _del(self):
        self._degrees = 0.0

    degrees = property(_get, _set, _del, "the degrees")
    fahrenheit = property(lambda self: self._degrees * 9 / 5 + 32,
                          lambda self, f: self._set((f - 32) * 5 / 9))


def describe(s):
    return "%d %s" % (s.size, s.name)


def entry_point(argv):
    a = Account(5)
    b = Savings(7)
    print(a.balance, a.limit, b.balance, b.rate)
    a.balance += 10
    b.rate = 9
    print(a.balance, b.rate, Account.balance, Savings.rate)
    try:
        a.balance = -1
    except ValueError as e:
        print("ValueError", e)
    del a.balance
    print(a.balance)
    s = Shape(2, 3)
    print(s.area, s.size, s.name)
    s.size = 11
    print(s.w, s.h, s.area)
    s.size += 1
    print(s.w, s.h)
    del s.size
    print(s.w, s.h)
    for x in [Shape(1, 2), Wide(1, 2), Super(1, 2), ReadOnly(1, 2)]:
        print(describe(x))
        x.w = 50
        print(describe(x))
    w = Wide(1, 1)
    w.size = 10
    print(w.w, w.h, w.size)
    h = Heavy(10)
    print(h.sum, h.sum, h.calls)
    for cls in Plugin.registry:
        print(cls.__name__, cls.key, cls().run())
    print(Plugin.names['second']().run(), len(Plugin.names))
    c = Celsius(100.0)
    print(c.degrees, c.fahrenheit)
    c.fahrenheit = 212.0
    print(c.degrees)
    c.degrees = 1.5
    print(c.degrees)
    del c.degrees
    print(c.degrees)
    return 0


def target(driver, args):
    return entry_point, None
