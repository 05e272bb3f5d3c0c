"""Tuples: results, unpacking, comparison, nested."""


def divmod_(a, b):
    return a // b, a % b


def swap(pair):
    a, b = pair
    return b, a


def stats(values):
    low = values[0]
    high = values[0]
    total = 0
    for v in values:
        if v < low:
            low = v
        if v > high:
            high = v
        total += v
    return low, high, (total, float(total) / len(values))


def entry_point(argv):
    q, r = divmod_(17, 5)
    print("%d %d" % (q, r))
    q, r = divmod_(-17, 5)
    print("%d %d" % (q, r))
    t = swap((1, "one"))
    print(t[0])
    print(t[1])
    low, high, (total, mean) = stats([3, 9, 2, 4])
    print("%d %d %d" % (low, high, total))
    print(mean)
    print((1, 2) == (1, 2))
    print((1, "a") == (1, "b"))
    print((1, 2) != (2, 1))
    pairs = [(3, "c"), (1, "a"), (2, "b")]
    for n, s in pairs:
        print("%d%s" % (n, s))
    a, b, c = 1, 2.5, "x"
    print(a)
    print(b)
    print(c)
    m, n = 5, 6
    m, n = n, m
    print(m - n)
    x = y = 7
    print(x + y)
    u = (1, 2) + (3,)
    print(u[2])
    print(len(u))
    print(2 in (1, 2, 3))
    print("z" in ("x", "y"))
    return 0


def target(driver, args):
    return entry_point, None
