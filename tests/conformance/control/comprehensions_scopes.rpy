"""Comprehensions nested with conditions, over all kinds of iterables; scopes of their variables; generator expressions."""


class Item(object):
    def __init__(self, name, tags):
        self.name = name
        self.tags = tags


def primes(n):
    return [p for p in range(2, n) if all(p % q for q in range(2, p))]


def outer_variable(k):
    x = "outer"
    l = [x * k for x in range(3)]
    return x, l


def closures(n):
    adders = [lambda y, x=x: x + y for x in range(n)]
    late = [lambda: n * 2 for _ in range(2)]
    n += 1
    return [f(10) for f in adders], [f() for f in late]


def triangle(n):
    return [[i * j for j in range(i + 1) if j % 2 == 0] for i in range(n) if i != 2]


def failing(l):
    try:
        return [10 // x for x in l]
    except ZeroDivisionError:
        return [x for x in l if x]


def pick(l, low, high):
    return [x if x < 5 else -x for x in l if low <= x <= high if x != 4]


def entry_point(argv):
    print(primes(30), outer_variable(2), closures(3), triangle(6))
    print([(a, b) for a in "ab" for b in [1, 2] if not (a == "a" and b == 2)])
    print([x for row in [[1, 2], [], [3]] for x in row], [y for x in [[[1], [2, 3]], [[4]]] for z in x for y in z])
    print({c: [w for w in ["ann", "bob", "art"] if w[0] == c] for c in "ab"})
    print(sorted({len(w) for w in ["a", "bb", "cc", "d"]}), {k: v for k, v in zip("abc", range(3)) if v != 1})
    print([k + str(v) for k, v in sorted({"z": 1, "y": 2}.items())], [i for i, c in enumerate("hello") if c == "l"])
    print(failing([1, 2, 5]), failing([1, 0, 5]), pick(list(range(10)), 2, 7))
    items = [Item("x", ["red", "big"]), Item("y", []), Item("z", ["red"])]
    print([t + i.name for i in items for t in i.tags], {t: [i.name for i in items if t in i.tags] for i in items for t in i.tags})
    matrix = [[1, 2, 3], [4, 5, 6]]
    print([[row[i] for row in matrix] for i in range(3)], [sum(row) for row in matrix], sum([sum(r) for r in matrix]))
    print([list(t) for t in zip(matrix[0], matrix[1])], [max(row) for row in matrix], max(max(r) for r in matrix))
    print(sum(x * y for x in range(4) for y in range(x)), list(x + y for x in "ab" for y in "cd"))
    g = (n for n in range(20) if n % 3 == 0)
    print(next(g), next(g), 9 in [n for n in g], list(g))
    print(any(c.isdigit() for c in "abc1"), all(c.isalpha() for c in ""), ", ".join(str(n) for n in range(4)))
    print([f"{a}{b}" for a in [1, 2] for b in "xy"], [[]] * 2, [[] for _ in range(3)], [None for _ in range(2)])
    print(sorted([(len(s), s) for s in "the quick brown fox".split()]), [s[::-1] for s in reversed(["ab", "cd"])])
    print({(x, y): x * y for x in range(2) for y in range(3) if x + y > 1}, [d for d in {"a": 1}], len([0 for _ in range(100)]))
    total = 0
    for v in [x for x in [y * 2 for y in range(5)] if x > 2]:
        total += v
    print(total, [n for n in range(0)], {n for n in [1]} | {2}, {n: n for n in []} == {})
    return 0


def target(driver, args):
    return entry_point
