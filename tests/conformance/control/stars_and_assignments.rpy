"""Slices, stars, unpacking."""


def f(*args):
    return len(args)


def g(a, b=2, *rest, c=3, **kw):
    return "%d %d %d %d %d" % (a, b, len(rest), c, len(kw))


def six(a, b, c, d, e, f):
    return a * 100000 + b * 10000 + c * 1000 + d * 100 + e * 10 + f


def tick(log, n):
    log.append(n)
    return n


class Box(object):
    def __init__(self):
        self.items = [1, 2, 3]
        self.n = 0
        self.d = {'a': 1}


class Counter(object):
    def __init__(self):
        self.calls = 0
        self.box = Box()

    def get(self):
        self.calls += 1
        return self.box


STATE = 0
NAMES = ['x']


def bump():
    global STATE, NAMES
    STATE += 1
    NAMES = NAMES + ['y']


def entry_point(argv):
    t = (1, 2, 3, 4)
    print(t[slice(1, 3)], t[slice(None, 2)], t[::-1], t[::2], t[-2:])
    s = slice(1, None)
    print(t[s], [1, 2, 3][s], "abc"[s], s.start, s.stop)
    a, b = [1, 2], [3, 4]
    print([*a, *b], [*a, 0, *b], [*t], [*"ab"], [0, *range(3)], {*a, *b}, sorted({*a, 9}))
    d = {'a': 1, 'b': 2}
    print({**d, 'x': 9}, {'a': 0, **d}, {**d, **{'b': 7}}, dict(d, c=3), dict(**{'k': 1}))
    print(six(*a, *b, 5, 6), six(*a, 9, *b, 8), six(*(1, 2), *b, *(7, 8)), six(1, *t, 9))
    print(f(*t), f(*t, *t), f(1, *t, 2), g(*t), g(*(1,), c=5), g(1, c=4, d=5, e=6))
    print((*a, *b) == (1, 2, 3, 4) if False else '', (*t, 5), (0, *t))
    first, *rest = a + b
    *init, last = t
    h, (i, *j), k = 1, (2, 3, 4), 5
    print(first, rest, init, last, h, i, j, k)
    x = y = [0]
    x[0], y = 5, [7]
    print(x, y)
    log = []
    print(tick(log, 1) < tick(log, 3) < tick(log, 2) < tick(log, 9), log)
    log = []
    print(0 < tick(log, 1) <= 1 == tick(log, 1) != tick(log, 5), log, 1 < 2 in [2, 3])
    c = Counter()
    c.get().n += 5
    c.get().items[tick(log, 1)] *= 10
    c.get().d['a'] -= 4
    c.get().items += [8]
    c.get().items[0:1] = [6, 6]
    print(c.calls, c.box.n, c.box.items, c.box.d, log)
    m = [[0, 0], [0, 0]]
    m[tick(log, 1)][tick(log, 0)] += 3
    m[0][1] |= 6
    m[0][1] <<= 1
    print(m, log)
    n = 100
    n -= 1
    n //= 2
    n **= 2
    n %= 1000
    n ^= 7
    n >>= 1
    n &= 0xff
    z = 3.0
    z /= 2
    w = "a"
    w += "b"
    w *= 3
    print(n, z, w)
    del c.box.items[1:3], d['a']
    print(c.box.items, d)
    q = 5
    del q
    q = "text"
    print(q)
    bump()
    bump()
    print(STATE, NAMES)
    if (size := len(a)) > 1:
        print(size)
    print([y2 for v in range(5) if (y2 := v * v) > 3], y2, [last2 := v for v in "ab"], last2)
    while (n := n - 50) > 0:
        print("n", n)
    fns = [lambda v, k=k: v + k for k in range(3)]
    print([fn(10) for fn in fns])
    fns2 = []
    for k in range(3):
        def inner(v, by=k, *more):
            return v * by + len(more)
        fns2.append(inner)
    print([fn(10) for fn in fns2], fns2[2](1, 1, 1))
    fns3 = [lambda: k for k in range(3)]
    print([fn() for fn in fns3])
    if len(argv) > 100:
        import math as mm
    else:
        import os.path as mm2
        print(mm2.join("a", "b"))
    from os import sep
    print(sep)
    return 0


def target(driver, args):
    return entry_point, None
