"""Sharing and copying: names for one object, containers as arguments, defaults, results and attributes."""


class Holder(object):
    def __init__(self, items):
        self.items = items
        self.copy = items[:]

    def swap(self):
        self.items, self.copy = self.copy, self.items


def grow(l, n):
    for i in range(n):
        l.append(i)
    return l


def replace(l):
    l = [0]
    return l


def clear(d):
    d.clear()


def shadow(items, seen=None):
    if seen is None:
        seen = []
    seen.append(len(items))
    return seen


def first_two(l):
    return l[:2]


def swap_items(l, i, j):
    l[i], l[j] = l[j], l[i]


def entry_point(argv):
    a = [1, 2]
    b = a
    c = a[:]
    d = list(a)
    e = a + []
    f = a * 1
    b.append(3)
    print(a, b, c, d, e, f, a is b, a is c, a == b, c == d)
    print(grow(a, 2) is a, a, replace(a), a)
    h = Holder(a)
    a.append(100)
    print(h.items, h.copy, h.items is a)
    h.swap()
    print(h.items, h.copy is a)
    x = {'k': a}
    y = x.copy()
    y['k'].append(7)
    y['n'] = [8]
    print(x, y, x['k'] is y['k'])
    clear(y)
    print(x, y)
    print(shadow([1]), shadow([1, 2]), shadow([], [9]))
    rows = [[0] * 2] * 2
    rows[0][0] = 1
    print(rows, rows[0] is rows[1])
    rows = [[0] * 2 for _ in range(2)]
    rows[0][0] = 1
    print(rows)
    t = (a, 'x')
    t[0].pop()
    print(t, len(a))
    part = first_two(a)
    part[0] = -1
    print(a[0], part)
    swap_items(a, 0, -1)
    print(a)
    for l in (a, c):
        l.insert(0, 5)
    print(a, c)
    m = n = []
    m.append(1)
    print(n, m is n)
    a[:] = [9, 8]
    print(a, b, h.copy)
    b += [7]
    print(a is b, a)
    b = b + [6]
    print(a is b, a, b)
    s = {1, 2}
    u = s
    u |= {3}
    v = s | {4}
    print(sorted(s), s is u, sorted(v), s == v)
    k = [a, a, c]
    del k[0][:]
    print(k, a, [x is a for x in k])
    nested = {'l': [[1], [2]]}
    inner = nested['l'][0]
    inner.append(5)
    nested['l'][1] = inner
    inner.append(6)
    print(nested)
    while a == []:
        a = [len(argv)]
    print(len(a), b)
    loop = [1, 2, 3]
    for q in loop:
        if q < 10:
            loop.append(q * 10)
        if len(loop) > 8:
            break
    print(loop)
    it = [3, 4, 5]
    for i, q in enumerate(it):
        it[i] = q * q
    print(it)
    for q in it[:]:
        it.remove(q)
    print(it)
    return 0


def target(driver, args):
    return entry_point
