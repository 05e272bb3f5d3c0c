"""Counter, defaultdict, OrderedDict: construction, methods, operators."""
from collections import deque, Counter, defaultdict, OrderedDict

def entry_point(argv):
    c = Counter("abracadabra")
    print(c, c.most_common(2), c.most_common(), c["a"], c["zz"], len(c))
    c.update("aab")
    c.update({"q": 5})
    c.subtract("aab")
    c.subtract({"q": 7})
    print(c)
    print(sorted(c.elements()), sum(c.values()), c.total())
    print(+c, -c)
    d = Counter(["a", "q", "q"])
    print(c + d, c - d, c & d, c | d)
    del c["nothere"]
    del c["a"]
    print(c, "a" in c)
    k = Counter(x=2, y=3)
    print(k)
    print(Counter({"a": 1}) == Counter("a"), Counter("ab") <= Counter("aabb"))
    k["x"] += 1
    print(k.get("x", 0), k.get("w", 7), k.pop("x"), k)
    print(Counter([1, 1, 2]).most_common(1)[0][0])
    c += Counter("zz")
    c -= Counter("z")
    print(c)
    print(Counter(), Counter([]) if argv else Counter([1]))
    c.clear()
    print(c)
    print(dict(Counter("hello")), list(Counter("hello")), sorted(Counter("hello").items(), key=lambda kv: (-kv[1], kv[0])))
    dl = defaultdict(list)
    for w in ["apple", "bob", "axe"]:
        dl[w[0]].append(w)
    print(dl["a"], dict(dl), sorted(dl), len(dl))
    di = defaultdict(int)
    di["x"] += 1
    print(di, di.get("zz", 5), "zz" in di, di["zz"], "zz" in di)
    ds = defaultdict(set)
    ds[1].add(2)
    ds[1].add(2)
    print(ds)
    dn = defaultdict(lambda: defaultdict(int))
    dn["a"]["b"] += 2
    dn["a"]["c"] -= 2
    print(dn["a"]["b"], dict(dn["a"]))
    df = defaultdict(lambda: "none")
    print(df["q"], list(df.items()))
    d3 = defaultdict(int, {"a": 1})
    d3["b"] += 2
    print(dict(d3))
    d4 = defaultdict(int, [("a", 1)], z=3)
    print(dict(d4))
    d5 = defaultdict(list)
    d5.setdefault("k", []).append(1)
    d6 = d5.copy()
    d6["m"].append(2)
    print(dict(d5), dict(d6), d5.pop("k"), dict(d5))
    o = OrderedDict()
    o["b"] = 1
    o["a"] = 2
    o["c"] = 3
    o.move_to_end("b")
    print(o, list(o), o.popitem(), o.popitem(last=False), o)
    o.move_to_end("a", last=False) if "a" in o else None
    o2 = OrderedDict([("x", 1), ("y", 2)])
    o2.update({"z": 3})
    print(o2, o2 == OrderedDict([("y", 2), ("x", 1)]), o2 == {"x": 1, "y": 2, "z": 3}, list(reversed(o2)))
    try:
        OrderedDict().popitem()
    except KeyError as e:
        print(str(e))
    o3 = OrderedDict.fromkeys(["a", "b"], 0)
    print(o3, o3.copy() == o3)
    try:
        print(dl["a"].index("zz"))
    except ValueError as e:
        print(str(e))
    dd = defaultdict(None)
    dd = {}
    print(repr(dl), str(di))
    return 0

def target(driver, args):
    return entry_point, None
