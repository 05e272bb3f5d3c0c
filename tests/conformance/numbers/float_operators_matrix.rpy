"""Every operator on floats, on floats and ints, and on special values; comparisons with nan, chained."""


def arith(a, b):
    out = [a + b, a - b, a * b]
    line = " ".join([repr(x) for x in out])
    try:
        line += " / " + repr(a / b)
    except ZeroDivisionError as e:
        line += " / " + str(e)
    try:
        line += " // " + repr(a // b)
    except ZeroDivisionError:
        line += " // zero"
    try:
        line += " % " + repr(a % b)
    except ZeroDivisionError:
        line += " % zero"
    try:
        q, r = divmod(a, b)
        line += " dm " + repr(q) + ":" + repr(r)
    except ZeroDivisionError:
        line += " dm zero"
    return line


def compare(a, b):
    return "".join(["01"[int(x)] for x in [a < b, a <= b, a == b, a != b, a > b, a >= b]])


def power(a, b):
    try:
        return repr(a ** b)
    except ZeroDivisionError:
        return "zero"
    except OverflowError:
        return "overflow"


def mixed(n, x):
    print(n + x, x + n, n - x, x - n, n * x, x * n, n / x, x // n, n // x, x % n, n % x)
    print(n < x, n <= x, n == x, x == n, n != x, x > n, n >= x, -x, +x, abs(-x), bool(x) and n > 0, not x)
    y = x
    y += n
    y *= n
    y -= 0.5
    y /= 2
    y //= 1
    y %= 7
    y **= 2
    print(y, divmod(x, n), divmod(n, x), round(x), round(x, 1), int(-x), bool(x))


def chained(a, b, c):
    print(a < b < c, a <= b == c, a != b != c, a < b > c, a == a == b, not a < b, (a < b) == (b < c))


def entry_point(argv):
    inf = float("inf")
    nan = float("nan")
    values = [0.0, -0.0, 1.0, -1.5, 3.25, -7.0, 1e300]
    for a in values:
        for b in [0.0, 2.0, -2.5, 1e-300]:
            print(repr(a), repr(b), arith(a, b), compare(a, b))
    for a in [inf, -inf, nan]:
        for b in [1.0, inf, -0.0, nan]:
            print(repr(a), repr(b), repr(a + b), repr(a - b), repr(a * b), compare(a, b), compare(b, a))
    for a in [0.0, 2.0, -2.0, 10.0, 0.5]:
        for b in [0.0, 1.0, 2.0, -1.0, -3.0, 400.0, 3.0]:
            print(repr(a), repr(b), power(a, b))
    mixed(3, 1.5)
    mixed(7, 7.0)
    mixed(-4, 2.75)
    chained(1.0, 2.0, 3.0)
    chained(1.0, 1.0, 1.0)
    chained(nan, 1.0, nan)
    chained(inf, inf, -inf)
    print(max(1, 2.5, 2), min(1.5, 3), sum([0.5, 1.5, 2.0]), sum([1, 2, 3]), max([0.1, -0.1]), 0.1 + 0.2)
    print(-0.0 == 0.0, str(-0.0), repr(0.0 * -1), 1e16, 1e15, 123456789012345680.0, 1e-5, 0.0001, 1e22, 5e-324)
    print(2 ** 0.5, 2.0 ** 10, (-8.0) ** 3, 4 ** -1, 10.0 ** -2, 1.5e3, 1_000.5, .5, 5.)
    return 0


def target(driver, args):
    return entry_point
