# keys(), values() and items() of dicts: their texts and comparisons, and what old programs do with them.
from collections import OrderedDict, defaultdict


def texts(d):
    print(d.keys(), d.values(), d.items())
    print("%s %r" % (d.keys(), d.values()), str(d.items()), f"{d.keys()}")
    print([d.keys()], {1: d.values()}, (d.items(), 2))
    kept = d.keys()
    print(kept, len(kept), list(kept), sorted(kept), [k for k in kept])
    print(list(d.keys()), list(d.items())[:1], sorted(d.values(), reverse=True))


def kinds():
    o = OrderedDict()
    o["x"] = 1.5
    print(o.keys(), o.values(), o.items())
    g = defaultdict(list)
    g["a"].append("b")
    print(g.keys(), g.values(), g.items())
    empty = {}
    if len(g) == 9:
        empty["k"] = "v"
    print(empty.keys(), empty.values(), empty.items())
    print({1: 2, 3: 4}.keys(), {(1, "a"): None}.items())


def compare(d, e):
    print(d.keys() == e.keys(), d.keys() != e.keys(), d.items() == e.items(), d.items() != e.items())
    print(d.keys() <= e.keys(), d.keys() < e.keys(), d.keys() >= e.keys(), d.keys() > e.keys())
    print(d.items() <= e.items(), d.items() < e.items(), d.items() >= e.items(), d.items() > e.items())


def with_sets(d):
    print(d.keys() == {"a", "b"}, {"b", "a"} == d.keys(), d.keys() != {"a"}, {"a"} != d.keys())
    print(d.keys() < {"a", "b", "c"}, d.keys() >= {"a"}, {"a"} < d.keys(), frozenset("ab") <= d.keys())
    print(d.items() == {("a", 1), ("b", 2)}, {("a", 1)} <= d.items(), d.items() > {("a", 1)})
    print(sorted(d.keys() & {"a"}), sorted(d.keys() | {"c"}), sorted(d.items() - {("a", 1)}))


def no_hash():
    """values that no set can hold"""
    d = {"l": [1, 2], "m": []}
    e = {"m": [], "l": [1, 2]}
    print(d.items() == e.items(), d.items() <= e.items())
    e["m"].append(3)
    print(d.items() == e.items(), d.keys() == e.keys(), d.items() != e.items())


class Table(object):
    def __init__(self):
        self.rows = {}

    def names(self):
        return self.rows.keys()

    def same_names(self, other):
        return self.names() == other.names()


def in_objects():
    t, u = Table(), Table()
    for name in ["x", "y"]:
        t.rows[name] = len(name)
    for name in ["y", "x"]:
        u.rows[name] = 0
    print(t.names(), t.same_names(u))
    u.rows["z"] = 1
    print(u.names(), t.same_names(u))


def as_lists(d):
    """These are lists for sure."""
    names = list(d.keys())
    names.sort()
    names.append("more")
    print(names, names == ["a", "b", "more"])
    for k in list(d.keys()):
        if k == "a":
            del d[k]
    print(d, list(d.values()) == [2])


def entry_point(argv):
    d = {"a": 1, "b": 2}
    texts(d)
    kinds()
    compare(d, {"b": 2, "a": 1})
    compare(d, {"b": 2, "a": 1, "c": 3})
    compare(d, {"b": 2, "a": 3})
    compare(d, {"q": 1, "b": 2})
    with_sets(d)
    no_hash()
    in_objects()
    as_lists(d)
    return 0


def target(driver, args):
    return entry_point
