"""Ints that become floats, bools in arithmetic, comparisons of both."""


def average(l):
    t = 0
    for x in l:
        t += x
    return t / 4.0


def step(x):
    if x > 2:
        return 1
    return 0.5


def entry_point(argv):
    print(average([1, 2, 3, 4]))
    print(step(3) + step(1))
    n = 3
    print(n + 0.5)
    print(n * 1.0)
    print(n > 2.5)
    print(n == 3.0)
    flags = 0
    for i in range(5):
        flags += i > 2
    print(flags)
    print(True + 1)
    b = n > 1
    print(b)
    print(b and n < 2)
    print(not b)
    x = n > 1 or n < 0
    print(x)
    print(float(n) / 2)
    print(int(float(n) * 2.6))
    print(-7 // 2 * 1.5)
    print(n if b else 0)
    print((n or 5) + (0 or 7))
    s = "" or "fallback"
    print(s)
    print(1 if s else 2)
    return 0


def target(driver, args):
    return entry_point, None
