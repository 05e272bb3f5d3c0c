"""Classes with __eq__, __hash__, ordering: as keys of dicts, items of sets, in lists, sorting, min and max; errors in them."""


class Point(object):
    def __init__(self, x, y):
        self.x = x
        self.y = y

    def __eq__(self, other):
        return isinstance(other, Point) and self.x == other.x and self.y == other.y

    def __hash__(self):
        return self.x * 31 + self.y

    def __lt__(self, other):
        return (self.x, self.y) < (other.x, other.y)

    def __repr__(self):
        return "P(%d,%d)" % (self.x, self.y)


class Collide(object):
    def __init__(self, name):
        self.name = name

    def __eq__(self, other):
        return self.name == other.name

    def __hash__(self):
        return 7


class Plain(object):
    pass


class Bad(object):
    def __init__(self, k, fails):
        self.k = k
        self.fails = fails

    def __hash__(self):
        if self.fails == "hash":
            raise ValueError("no hash %d" % self.k)
        return 1

    def __eq__(self, other):
        if self.fails == "eq" or other.fails == "eq":
            raise KeyError("no eq")
        return self.k == other.k


class Version(object):
    def __init__(self, text):
        self.parts = [int(p) for p in text.split(".")]

    def __lt__(self, other):
        return self.parts < other.parts

    def __le__(self, other):
        return self.parts <= other.parts

    def __gt__(self, other):
        return self.parts > other.parts

    def __ge__(self, other):
        return self.parts >= other.parts

    def __str__(self):
        return ".".join([str(p) for p in self.parts])


def errors(fails):
    d = {Bad(1, "none"): "one"}
    try:
        d[Bad(2, fails)] = "two"
        print("stored", len(d))
        print(Bad(1, "none") in d, d.get(Bad(2, fails), "-"))
    except ValueError as e:
        print("value", e, len(d))
    except KeyError as e:
        print("key", e, len(d))
    try:
        print([Bad(3, fails), Bad(4, "none")].index(Bad(4, "none")))
    except KeyError:
        print("index failed")


def entry_point(argv):
    p = Point(1, 2)
    q = Point(1, 2)
    r = Point(0, 9)
    print(p == q, p != q, p is q, p == r, p < r, r < p, p > r, hash(p) == hash(q))
    d = {p: "first"}
    d[q] = "second"
    d[r] = "third"
    print(d, len(d), d[Point(0, 9)], Point(5, 5) in d, d.get(Point(5, 5), "none"))
    s = set([p, q, r, Point(1, 2)])
    print(len(s), Point(1, 2) in s, s == {r, p}, sorted(s))
    l = [p, r, q]
    print(l.count(Point(1, 2)), l.index(Point(0, 9)), l == [Point(1, 2), r, p], (p, 1) == (q, 1), sorted(l), min(l), max(l))
    l.remove(Point(1, 2))
    print(l, {(p, "a"): 1}[(q, "a")], {"x": p} == {"x": q})
    table = {}
    for name in ["a", "b", "c", "a", "b", "d"]:
        key = Collide(name)
        table[key] = table.get(key, 0) + 1
    print([(k.name, v) for k, v in table.items()])
    del table[Collide("b")]
    print([k.name for k in table], Collide("c") in table, Collide("b") in table)
    a = Plain()
    b = Plain()
    ids = {a: 1, b: 2}
    print(ids[a], ids[b], Plain() in ids, a == b, a == a, a != b, [a, b].index(b), len({a, b, a}))
    errors("none")
    errors("hash")
    errors("eq")
    versions = [Version(t) for t in ["1.10", "1.2", "0.9.9", "1.2.0", "10"]]
    versions.sort()
    print(" ".join([str(v) for v in versions]), str(max(versions)), versions[0] < versions[1], versions[0] >= versions[1])
    print([str(v) for v in sorted(versions, key=lambda v: len(v.parts), reverse=True)])
    return 0


def target(driver, args):
    return entry_point
