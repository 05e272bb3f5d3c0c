"""Tuples: as keys, in lists, sets and dicts, compared, nested, returned, with defaults, concatenated, iterated over, sorted."""
from rpython.rlib.objectmodel import specialize


def divide(a, b):
    return a // b, a % b


def minmax(l):
    if not l:
        return None, None
    return min(l), max(l)


def neighbours(pos):
    x, y = pos
    return [(x + dx, y + dy) for dx, dy in [(0, 1), (1, 0), (0, -1), (-1, 0)]]


def flood(start, walls, size):
    seen = {start: 0}
    queue = [start]
    while queue:
        pos = queue.pop(0)
        for n in neighbours(pos):
            if 0 <= n[0] < size and 0 <= n[1] < size and n not in walls and n not in seen:
                seen[n] = seen[pos] + 1
                queue.append(n)
    return seen


@specialize.argtype(0)
def compare(a, b):
    return "".join(["01"[int(f)] for f in [a < b, a <= b, a == b, a != b, a > b, a >= b]])


def total(pairs):
    s = 0
    for name, (a, b) in pairs:
        s += len(name) * a + b
    return s


def same(t):
    out = 0
    for x in t:
        out = out * 10 + x
    return out


def at(t, i):
    try:
        return t[i]
    except IndexError:
        return -1


def swap(t):
    a, b = t
    return b, a


def entry_point(argv):
    q, r = divide(17, 5)
    print(q, r, divide(-17, 5), divide(b=3, a=10)[1])
    print(minmax(["b", "a", "c"]), minmax([]), minmax([]) == (None, None))
    for a in [(1, "a"), (1, "b"), (0, "z")]:
        for b in [(1, "a"), (2, "")]:
            print(a, b, compare(a, b))
    print(compare((1, (2, "x")), (1, (2, "y"))), compare((1.0, None is None), (1.0, False)), compare((), ()), (1, 2) == (1.0, 2.0))
    d = {(0, 0): "origin", (1, 2): "p"}
    d[(1, 2)] += "q"
    d[1, 3] = "r"
    print(d, (1, 3) in d, (3, 1) in d, d.get((9, 9), "none"), sorted(d.keys(), reverse=True), d.pop((0, 0)))
    walls = {(1, 1), (1, 0)}
    dist = flood((0, 0), walls, 3)
    print(len(dist), dist[(2, 0)], dist[(2, 2)], sorted(dist.items())[:3], max(dist.values()))
    l = [(3, "c"), (1, "b"), (3, "a"), (1, "a")]
    l.sort()
    print(l, min(l), max(l), l.index((3, "a")), l.count((1, "b")), (1, "z") in l, sorted(l, key=swap), [swap(t) for t in l])
    l.remove((1, "b"))
    print(l, [a for a, _ in l], dict(l), {b: a for a, b in l}, l[-1])
    print(total([("ab", (1, 2)), ("c", (3, 4))]), same((1, 2, 3)), same((4, 5, 9)[:2] + (6,)), at((7, 8, 9), len(argv)), at((7, 8, 9), len(argv) + 4), at((7, 8, 6), -2))
    nested = (1, ("two", [3, 4]), {"five": 6})
    nested[1][1].append(5)
    print(nested, nested[1][0][0], nested[2]["five"], len(nested), nested[1][1][-1])
    t = (1, 2) + (3,)
    print(t, len(t), t[-1], t[1:], 2 in t, sum(t), max(t), list(t), tuple(t) == t, [x * 2 for x in t], list(enumerate(t)), t + t)
    s = set([(1, 2), (2, 1), (1, 2)])
    print(len(s), (2, 1) in s, frozenset([1, 2]) in {frozenset([2, 1]): "x"}, hash((1, 2)) == hash((1, 2)), bool(()), bool((0,)))
    a, b = b, a = 1, 2
    print(a, b, [("k", [])] == [("k", [])], ("a",) < ("b",), [(1, 2), (0, 5)] > [(1, 1)])
    return 0


def target(driver, args):
    return entry_point
