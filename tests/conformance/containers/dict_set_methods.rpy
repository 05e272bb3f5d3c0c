"""Methods of dicts, sets and lists with edge cases: empty containers, missing keys, defaults, negative and far indices, self as argument."""
from collections import OrderedDict, defaultdict, Counter, deque


def list_errors(l):
    out = []
    for which in range(7):
        try:
            if which == 0:
                l.pop(7)
            elif which == 1:
                l.pop(-8)
            elif which == 2:
                l.remove(77)
            elif which == 3:
                l.index(1, 5)
            elif which == 4:
                del l[9]
            elif which == 5:
                l[-9] = 0
            else:
                [0][1:].pop()
            out.append("ok")
        except IndexError:
            out.append("I")
        except ValueError:
            out.append("V")
    return "".join(out)


def dict_errors(d):
    out = []
    for which in range(4):
        try:
            if which == 0:
                out.append(str(d["missing"]))
            elif which == 1:
                d.pop("missing")
            elif which == 2:
                del d["missing"]
            else:
                while True:
                    d.popitem()
        except KeyError as e:
            out.append("K")
    return out


def lists():
    l = [1, 2, 3]
    l.insert(-10, 0)
    l.insert(10, 4)
    l.insert(-1, 9)
    print(l, l.pop(-2), l.pop(0), l, l.index(3, 1), l.index(3, -2), l.count(8))
    l.extend(l)
    l += l[:1]
    l.extend(x * 10 for x in [1, 2])
    l.extend([])
    print(l, list_errors([1, 2, 3]), l * 0, [] * 5, l.copy() is l, l.copy() == l)
    l *= 2
    print(len(l), l[-1], l[len(l) // 2])
    m = l
    m.clear()
    print(l, m is l, bool(l), [0] * 3 + [1], [[]] * 2 == [[], []], [1, 2] < [1, 2, 0], [] < [0], [2] > [1, 9])


def dicts():
    d = {"b": 2, "a": 1}
    print(d.get("a", 0), d.get("z", -1), d.setdefault("c", 3), d.setdefault("a", 9), d.pop("b"), d.pop("b", -2), d)
    d["b"] = 5
    d.update({"a": 10, "q": 11})
    d.update(r=12)
    print(list(d), list(d.keys()), list(d.values()), list(d.items()), len(d), "a" in d, "zz" not in d)
    e = d.copy()
    e["a"] = 0
    print(d == e, d != e, d["a"], d.popitem(), d | {"n": 1}, dict(d) == d, dict({"xx": 1}, yy=2), dict.fromkeys("ab", 0))
    print(dict_errors({"k": "v"}), {} == {}, {1: 2} == {1: 2}, {1: 2} == {1: 3}, dict(zip("ab", [1, 2])))
    for k in list(d):
        if d[k] > 4:
            del d[k]
    d.clear()
    print(d, len(d), max({"x": 1, "y": 0}), sorted({3: 1, 1: 2}), sum({1: 2, 3: 4}), {True: 1}[1 == 1], {-1: "m"}[-1], {2.0: "f"}[2])


def sets():
    a = {1, 2, 3}
    b = set([3, 4])
    print(sorted(a | b), sorted(a & b), sorted(a - b), sorted(a ^ b), a < b, {1} < a, a <= a, a >= {1, 2}, a.isdisjoint({7}), a == {3, 2, 1})
    a.add(3)
    a.discard(99)
    a.remove(1)
    try:
        a.remove(1)
    except KeyError:
        print("no 1")
    print(sorted(a), len(a), sorted(a.union(b, [9])), sorted(a.intersection([3])), sorted(a.difference(b)), sorted(a.symmetric_difference([2, 8])))
    a.update([5, 6], {7})
    a.intersection_update({5, 6, 7, 8})
    a.difference_update([6])
    a.symmetric_difference_update({5, 1})
    a |= {2}
    a -= {7}
    print(sorted(a), a.issubset({1, 2, 3}), a.issuperset([1]), a.copy() == a, set() == a - a, bool(set()), set("aab") == {"a", "b"})
    f = frozenset([1, 2])
    print(f | {3} == {1, 2, 3}, len(f & {2}), sorted(f ^ {1}), f == {1, 2})
    a.clear()
    print(len(a), {1: 0}.keys() & {1, 2}, {0}.pop())


def special():
    c = Counter("abracadabra")
    c.update("aa")
    c.subtract("b")
    print(c["a"], c["zz"], c["b"], c.most_common(2), sorted(c.elements())[:8], sum(c.values()))
    dd = defaultdict(int)
    for w in "to be or not to be".split():
        dd[w] += 1
    print(sorted(dd.items()), "x" in dd, dd["x"], "x" in dd, len(dd))
    od = OrderedDict()
    for k in "cab":
        od[k] = ord(k)
    od.move_to_end("c")
    od.move_to_end("b", last=False)
    print(list(od), od.popitem(), od.popitem(last=False), len(od))
    q = deque([1, 2, 3], maxlen=3)
    q.append(4)
    q.appendleft(0)
    q.rotate(1)
    print(list(q), q[0], q[-1], len(q), q.count(2), 3 in q, q.index(0))
    q.extend([7, 8])
    q.extendleft([9])
    print(list(q), q.popleft(), q.pop(), list(q))
    try:
        q.pop()
        q.pop()
    except IndexError:
        print("empty deque")


def entry_point(argv):
    lists()
    dicts()
    sets()
    special()
    return 0


def target(driver, args):
    return entry_point
