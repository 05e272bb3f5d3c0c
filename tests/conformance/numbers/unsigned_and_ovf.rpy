"""r_uint and ovfcheck: wrap-around, comparisons with signed numbers, shifts, division, conversions; intmask; overflow caught."""
from rpython.rlib.rarithmetic import r_uint, intmask, ovfcheck

MAX = 9223372036854775807
MIN = -MAX - 1


def checked(op, a, b):
    try:
        if op == "+":
            return str(ovfcheck(a + b))
        if op == "-":
            return str(ovfcheck(a - b))
        if op == "*":
            return str(ovfcheck(a * b))
        if op == "//":
            return str(ovfcheck(a // b))
        if op == "%":
            return str(ovfcheck(a % b))
        if op == "<<":
            return str(ovfcheck(a << b))
    except OverflowError:
        return "overflow"
    except ZeroDivisionError:
        return "zero"
    return "?"


def negate(a):
    try:
        return str(ovfcheck(-a))
    except OverflowError:
        return "overflow"


def unsigned(a, b):
    x = r_uint(a)
    y = r_uint(b)
    out = [x + y, x - y, x * y, x & y, x | y, x ^ y, ~x, x >> 3, x << 5]
    print(" ".join([str(intmask(v)) for v in out]), x < y, x <= y, x == y, x > y)
    if b:
        print(intmask(x // y), intmask(x % y))


def digest(s):
    h = r_uint(14695981039346656037)
    for c in s:
        h = (h ^ r_uint(ord(c))) * r_uint(1099511628211)
    return intmask(h), intmask(h >> 32), intmask(h & r_uint(0xff))


def lcg(seed, n):
    out = []
    for i in range(n):
        seed = intmask(seed * 6364136223846793005 + 1442695040888963407)
        out.append((seed >> 33) & 0xffff)
    return out


def rotate(x, k):
    u = r_uint(x)
    return intmask((u << k) | (u >> (64 - k)))


def safe_sum(l):
    total = 0
    for i, x in enumerate(l):
        try:
            total = ovfcheck(total + x)
        except OverflowError:
            return i
    return -1


def factorial_limit():
    n = 1
    f = 1
    try:
        while True:
            f = ovfcheck(f * n)
            n += 1
    except OverflowError:
        return n, f


def entry_point(argv):
    one = len(argv)
    values = [0, 1, -1, 3, -3, MAX, MIN]
    for op in ["+", "-", "*", "//", "%"]:
        for a in values:
            print(op, a, [checked(op, a, b) for b in values])
    for a in [1, -1, 3, MAX]:
        print("<<", a, [checked("<<", a, b) for b in [0, 1, 40, 61, 62, 63]])
    print([negate(a) for a in values])
    for a in [0, 1, -1, MAX]:
        for b in [0, 1, 10, -2]:
            unsigned(a, b)
    print(digest(""), digest("a"), digest("foobar"), lcg(one, 6), rotate(1, 63), rotate(-2, 1), rotate(MIN, 4))
    print(safe_sum([1, 2, 3]), safe_sum([MAX, 1]), safe_sum([MIN, MAX, 1, -1, MIN]), factorial_limit())
    print(intmask(r_uint(MAX) + r_uint(one)), r_uint(5) > r_uint(3), r_uint(one) == 1, int(r_uint(7)), str(r_uint(12)), r_uint(-1) == r_uint(MAX) * r_uint(2) + r_uint(1))
    return 0


def target(driver, args):
    return entry_point
