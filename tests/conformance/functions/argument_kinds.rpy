"""Positional, keyword, default and star arguments; keyword-only; defaults that are computed once; methods and classes too."""

CALLS = [0]


def next_default():
    CALLS[0] += 1
    return CALLS[0]


def f(a, b=2, c="see", *rest):
    s = "%d %d %s" % (a, b, c)
    for r in rest:
        s += " +%d" % r
    return s


def g(*items):
    return len(items)


def only(a, *, key=1, other="x"):
    return "%d/%d/%s" % (a, key, other)


def pos(a, b, /, c=0):
    return a * 100 + b * 10 + c


def once(x=next_default()):
    return x


def shared(item, into=None):
    if into is None:
        into = []
    into.append(item)
    return into


def accumulate(item, into=[]):
    into.append(item)
    return len(into)


def forward(*args):
    return f(*args)


def shifted(first, *args):
    return f(first * 10, *args)


def triple(t):
    return f(*t)


class K(object):
    def __init__(self, a, b=5, *more):
        self.a = a
        self.b = b
        self.n = len(more)

    def m(self, x, y=1, *z):
        return self.a + x * y + len(z)

    def n3(self, x=1, y=2, z=3):
        return x * 100 + y * 10 + z

    @staticmethod
    def s(p, q=7):
        return p - q

    @classmethod
    def c(cls, a=1, b=2):
        return cls(a, b)


def order(out):
    def mark(n):
        out.append(n)
        return n
    f(mark(1), c=str(mark(2)), b=mark(3))
    pos(mark(4), mark(5), c=mark(6))
    return out


def entry_point(argv):
    print(f(1), f(1, 3), f(1, c="d"), f(b=9, a=8), f(1, 2, "x", 4, 5), f(c="q", a=0))
    print(g(), g(1), g(1, 2, 3), g("a", "b"))
    print(only(1), only(1, key=5), only(2, other="y", key=3), pos(1, 2), pos(1, 2, c=3), pos(1, 2, 4))
    print(once(), once(), once(9), CALLS)
    print(shared(1), shared(2), shared(3, [0]), accumulate(5), accumulate(6), accumulate(7, []))
    print(forward(1), forward(1, 2), forward(1, 2, "z", 9), shifted(1), shifted(2, 7), triple((3, 4, "t")))
    k = K(1)
    print(k.a, k.b, k.n, k.m(2), k.m(2, 3), k.m(2, 3, 4, 5), k.m(y=2, x=3))
    k = K(2, 3, 4, 5)
    print(k.a, k.b, k.n, k.n3(), k.n3(z=9), k.n3(7, z=1), K.s(1), K.s(10, q=1), k.s(p=0))
    k = K.c(b=8)
    print(k.a, k.b, K(b=1, a=2).a, K.m(k, 5), K.n3(k, y=0))
    print(order([]))
    h = lambda x, y=10, *z: x + y + len(z)
    print(h(1), h(1, 2), h(1, 2, 3, 4), h(y=5, x=1))
    values = (1, 2)
    print(f(*values), f(0, *values[:1]), f(*values, c="w"), max(*values), pos(*(4, 5, 6)))
    return 0


def target(driver, args):
    return entry_point
