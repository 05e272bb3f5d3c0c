"""Class attributes as defaults, attributes moved up, getattr with constant names, hasattr, __getattr__, __contains__, dispatch by class values."""


class Base(object):
    color = "none"
    limit = 10
    tags = []

    def __init__(self, n):
        self.n = n

    def describe(self):
        return "%s %d/%d %s" % (self.color, self.n, self.limit, "+".join(self.tags) if self.tags else "-")

    def compare(self, other):
        return "same" if self.n == other.n else "less" if self.n < other.n else "more"


class Red(Base):
    color = "red"
    tags = ["hot"]


class Own(Base):
    def __init__(self, n, color):
        Base.__init__(self, n)
        self.color = color
        self.limit = n * 2


class Lazy(object):
    def __init__(self, n):
        self.n = n
        self._cache = None
        self.computed = 0

    @property
    def value(self):
        if self._cache is None:
            self.computed += 1
            if self.n == 0:
                raise ZeroDivisionError("lazy")
            self._cache = [100 // self.n]
        return self._cache[0]

    @value.setter
    def value(self, v):
        self._cache = [v]

    @property
    def double(self):
        return self.value * 2


class Dynamic(object):
    def __init__(self):
        self.known = 1

    def __getattr__(self, name):
        return "dynamic " + name


class Range(object):
    def __init__(self, low, high):
        self.low = low
        self.high = high

    def __contains__(self, x):
        return self.low <= x < self.high

    def __len__(self):
        return self.high - self.low

    def __getitem__(self, i):
        if i < 0:
            i += len(self)
        if not 0 <= i < len(self):
            raise IndexError(i)
        return self.low + i


class Stack(object):
    def __init__(self, items=None):
        self.items = items or []

    def push(self, x):
        self.items.append(x)
        return self

    def __repr__(self):
        return "Stack(%r)" % (self.items,)

    def __eq__(self, other):
        return self.items == other.items

    def __ne__(self, other):
        return not self == other

    def __bool__(self):
        return len(self.items) > 0

    __nonzero__ = __bool__


def by_class(classes, n):
    return [c(n).describe() for c in classes]


def lazy(n):
    l = Lazy(n)
    for i in range(2):
        try:
            print(l.value, l.double, l.computed)
        except ZeroDivisionError as e:
            print(e, l.computed)
    l.value = 7
    l.value += 1
    print(l.value, l.double, l.computed)


def index(r, i):
    try:
        return r[i]
    except IndexError:
        return -1


def entry_point(argv):
    objs = [Base(1), Red(2), Own(3, "blue")]
    for o in objs:
        print(o.describe(), [o.compare(p) for p in objs])
    objs[0].color = "set"
    objs[1].limit += 5
    print([o.describe() for o in objs], Base.color, Red.color, Red.limit, by_class([Base, Red], 9))
    lazy(4)
    lazy(0)
    d = Dynamic()
    print(d.known, d.unknown, d.other)
    print(getattr(objs[0], "color"), hasattr(objs[0], "limit"), getattr(objs[0], "nothing", "default"), hasattr(objs[0], "nothing"))
    setattr(objs[0], "color", "via setattr")
    print(objs[0].color)
    r = Range(5, 8)
    print(5 in r, 8 in r, 4 not in r, len(r), r[0], r[-1], [index(r, i) for i in range(-5, 5)], bool(Range(1, 1)), [x in r for x in [6, 7, 8]])
    s = Stack().push(1).push(2)
    t = Stack([1, 2])
    print(s, s == t, s != t, bool(s), not Stack(), s is t, [s] == [t], Stack().push(3).items, s.items is t.items)
    f = s.push
    f(9)
    push_t = t.push
    for g in [f, push_t]:
        g(10)
    print(s, t, s.__class__.__name__, type(s) is Stack, isinstance(t, (Stack, Range)))
    return 0


def target(driver, args):
    return entry_point
