# Methods, operators and texts of lists that contain lists of the same type.


def ordinal(n):
    out = []
    for i in range(n):
        out.append(ordinal(i))
    return out


def build(n):
    out = []
    for i in range(n):
        out.append(("k%d" % i, build(n - 1 - i)))
    return out


def flat(t):
    for name, kids in t:
        yield name
        for x in flat(kids):
            yield x


class Box(object):
    def __init__(self, t):
        self.t = t


def entry_point(argv):
    o = ordinal(4)
    print("%s %r" % (o, o), f"{o}", str(o))
    print(o.index(ordinal(2)), o.count([]), [] in o, min(o), max(o, key=len), len(o))
    print(sorted(o, key=len, reverse=True), list(reversed(o)), o[1:3], o + [[]], o * 1)
    o.remove([])
    print(o, o.pop(), list(o), [x for x in o if x])
    for i, x in enumerate(o): print(i, x)
    try:
        raise ValueError(build(2))
    except ValueError as e:
        print(e)
    try:
        raise KeyError("x", build(1))
    except KeyError as e:
        print(e)
    t = build(3)
    print(list(flat(t)), ",".join(flat(t)))
    b = Box(t)
    b.t = t[0][1]
    print(b.t, t[0][0], isinstance(t, list), t is not None, bool(t))
    d = {}
    for name, kids in t: d[name] = kids
    print(d, d.get("k9", []), list(d.items()), sorted(d.items()), sorted(d.values()))
    a, k = t[0]
    t.sort()
    t.reverse()
    print(t, a, k)
    x = [t, build(2)]
    print(x, len(x[0]), any([len(y) > 2 for y in x]), zip(x, [1, 2]) is None)
    m = None
    if len(argv) > 5: m = o
    print(m, m is None, m == o)
    return 0


def target(driver, args):
    return entry_point, None
