"""Unpacking (nested, with stars, of many kinds), walrus, chained comparisons, short-circuit values, conditional expressions."""


def trace(log, name, value):
    log.append(name)
    return value


def stars(l):
    try:
        a, *b = l
        print(a, b)
        *c, d = l
        print(c, d)
        e, *f, g = l
        print(e, f, g)
    except ValueError as err:
        print("value", len(l))


def exact(l):
    try:
        a, b, c = l
        return a * 100 + b * 10 + c
    except ValueError:
        return -1


def swap(l, i, j):
    l[i], l[j] = l[j], l[i]
    return l


def walrus(l):
    out = []
    i = 0
    while (x := l[i]) != 0:
        out.append(x * x)
        i += 1
    if (n := len(out)) > 2:
        out.append(n)
    big = [y for z in l if (y := z + 1) > 3]
    return out, x, big, (k := 5) + k


def chained(a, b, c, log):
    first = trace(log, "a", a) < trace(log, "b", b) <= trace(log, "c", c)
    second = a == b == c or a != b != c
    return first, second, a < b > c, 0 <= a < 10, not a < b < c


def short(a, b, log):
    x = trace(log, "x", a) or trace(log, "y", b)
    y = trace(log, "x", a) and trace(log, "y", b)
    z = a or b or 7
    w = a and b and 7
    v = not a and not b
    return x, y, z, w, v


def choose(n):
    return "neg" if n < 0 else "zero" if n == 0 else "one" if n == 1 else "many"


def entry_point(argv):
    for l in [[1, 2, 3, 4], [1, 2], [1], []]:
        stars(l)
        print(exact(l))
    print(exact([7, 8, 9]))
    (a, b), [c, d], e = (1, "b"), [3, 4], 5.5
    print(a, b, c, d, e)
    x, (y, (z, w)) = 1, (2, (3, 4))
    print(x + y + z + w)
    p, q = "ab"
    *chars, last = "hello"
    print(p, q, chars, last)
    i = j = k = 0
    i, j = j + 1, i + 2
    print(i, j, k, swap([1, 2, 3], 0, 2))
    l = [0, 0, 0]
    n = 0
    n, l[n] = 2, 9
    print(n, l)
    for m, (s, t) in enumerate([("a", 1), ("b", 2)]):
        print(m, s, t)
    for first, *rest in [[1, 2, 3], [4]]:
        print(first, rest)
    print([u * v for u, v in [(1, 2), (3, 4)]], {g: h for h, g in {"one": 1, "two": 2}.items()})
    print(walrus([1, 2, 3, 0, 5]), walrus([0, 1]))
    for t3 in [(1, 2, 3), (2, 2, 2), (3, 1, 0), (1, 5, 2)]:
        log = []
        print(t3, chained(t3[0], t3[1], t3[2], log), log)
    for pair in [(0, 0), (0, 3), (4, 0), (4, 3)]:
        log = []
        print(pair, short(pair[0], pair[1], log), log)
    print("" or "default", "x" and "y", [] or [1], [choose(n) for n in [-5, 0, 1, 2]])
    print(1 < 2 < 3 < 4, 1 < 2 > 1 < 5, "a" < "b" < "c", 1 == 1.0 == True, 3 in [1, 2, 3] == True)
    del a
    a = "again"
    a = b = c = "same"
    print(a, b is c)
    return 0


def target(driver, args):
    return entry_point
