"""Construction of dicts, views, sets, unpacking of iterators, nested texts, error texts."""
def pairs(n):
    for i in range(n):
        yield str(i), i * i

class P(object):
    def __init__(self, x):
        self.x = x
    def __repr__(self):
        return "P(%d)" % self.x

def entry_point(argv):
    d = dict({"a": 1}, y=2)
    print(d, dict([("p", 1)], q=2), dict(zip("abc", [1, 2, 3])), dict(a=1), dict(pairs(3)))
    print(dict.fromkeys("abc", 0), dict.fromkeys([1, 2]))
    print(d | {"z": 9}, d)
    d |= {"w": 4}
    d |= [("k", 7)]
    print(d)
    d.update([("m", 1)], n=2)
    d.update(o=3)
    d.update(pairs(2))
    print(d)
    t = [(1, "a"), (2, "b"), (3, "c")]
    for x in zip(*((1, 2), (3, 4))):
        print(x)
    for i, w in enumerate("ab", 5):
        print(i, w)
    for i, w in enumerate(["x", "y"], start=-1):
        print(i, w)
    print(list(reversed([1, 2, 3])), list(reversed("abc")), list(reversed((1, 2))), list(reversed(d)))
    print(sorted(d.items(), key=lambda kv: (kv[1], kv[0])), sorted(d, key=d.get), sorted(d.items(), key=lambda kv: -kv[1])[:2])
    print(sum([[1], [2, 3]], []), sum([0.5, 1]), sum([1, 2], 10), sum(x * 2 for x in range(4)))
    f = frozenset([1, 2])
    g = f | {3}
    h = {f: "f", g: "g", frozenset(): "e"}
    print(h[frozenset([2, 1])], h[frozenset([1, 2, 3])], h[frozenset([])], len(h), frozenset([1]) in h)
    s = {1, 2, 3}
    print(sorted(s | {4}), s & {2, 9}, sorted(s - {1}), sorted(s ^ {3, 4}), s <= {1, 2, 3}, s < {1, 2, 3}, s >= {1}, s.isdisjoint({9}))
    try:
        for x in s:
            s.add(x + 10)
    except RuntimeError as e:
        print(str(e))
    try:
        for x in s:
            s.remove(x)
    except RuntimeError as e:
        print(str(e))
    try:
        d2 = {1: 2}
        for k in d2:
            d2[k + 1] = 1
    except RuntimeError as e:
        print(str(e))
    try:
        e2 = set([1])
        e2.pop()
        e2.pop()
    except KeyError as e:
        print(str(e))
    try:
        s.remove(77)
    except KeyError as e:
        print(str(e))
    try:
        {}.popitem()
    except KeyError as e:
        print(str(e))
    l = [1, 2, 3, 4]
    try:
        l[::2] = [1, 2, 3]
    except ValueError as e:
        print(str(e))
    l[::2] = [9, 8]
    l[1:3] = [7, 7, 7, 7]
    del l[::2]
    print(l)
    a, b, c = map(str, [1, 2, 3])
    print(a, b, c)
    a, b = (x for x in "xy")
    print(a, b)
    try:
        a, b = (x for x in "xyz")
    except ValueError as e:
        print(str(e))
    try:
        a, b, c = map(str, [1, 2])
    except ValueError as e:
        print(str(e))
    try:
        a, b, c = ["1", "2"]
    except ValueError as e:
        print(str(e))
    try:
        a, b = "abc".split("b") + ["r"]
    except ValueError as e:
        print(str(e))
    h1, *rest = (i for i in range(5))
    *init, last = map(lambda x: x + 1, [1, 2, 3])
    m1, *mid, m2 = zip([1, 2, 3], "abc")
    print(h1, rest, init, last, m1, mid, m2)
    try:
        h1, h2, *rest = (i for i in range(1))
    except ValueError as e:
        print(str(e))
    nested = {"k": [(1, "it's"), (2, 'q"uo\n\t\\te')], "z": []}
    print(nested, [nested], (nested,), {"s": {1, 2}}, [None, P(1)], {(1, "a"): [1.5, -0.0]}, [[], [[]]])
    print([u"h\xe9"], ["\x00\x7f"], [True, False], (1,), ())
    print((1, (2, 3)) < (1, (2, 4)), hash((1, 2)) == hash((1, 2)), {(1, (2, "x")): 5}[(1, (2, "x"))])
    st = [("b", 2), ("a", 2), ("c", 1), ("d", 2)]
    st.sort(key=lambda p: p[1])
    print(st)
    st.sort(key=lambda p: p[1], reverse=True)
    print(st)
    for k, v in list(d.items()):
        if v > 2:
            del d[k]
    print(d, d.keys() & {"a", "zz"}, sorted({"a"} | d.keys()), 1 in d.values(), "a" in d.keys(), ("a", 1) in d.items())
    print(sorted(d.keys() - ["a"]), d.keys() & d.keys() == set(d), d.items() & {("a", 1)})
    print(",".join(str(x) for x in range(4)), "-".join({"p": 1}), "".join(sorted("hello")))
    print(min([3, 1], key=lambda x: -x), max("ab", "cd", key=len), min([], default=5), max([2, 3], default=0), min((4, 2)))
    print(any(x > 2 for x in [1, 2, 3]), all(x > 2 for x in [1, 2, 3]), any([]), all([]))
    return 0

def target(driver, args):
    return entry_point, None
