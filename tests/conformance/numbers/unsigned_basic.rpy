"""r_uint wraps around; conversions to and from Signed."""
from rpython.rlib.rarithmetic import r_uint, intmask


def fnv(s):
    h = r_uint(14695981039346656037)
    for c in s:
        h = h ^ r_uint(ord(c))
        h = h * r_uint(1099511628211)
    return h


def rotate(x, n):
    return (x << n) | (x >> (64 - n))


def entry_point(argv):
    for s in ["", "a", "foobar", "wraparound"]:
        print(intmask(fnv(s)))
    x = r_uint(1)
    x -= r_uint(2)
    print(intmask(x))
    print(x > r_uint(5))
    print(intmask(x >> 60))
    print(intmask(rotate(r_uint(0x123456789), 40)))
    a = r_uint(7)
    b = r_uint(3)
    print(intmask(a // b))
    print(intmask(a % b))
    print(intmask(~a))
    print(intmask(r_uint(-5)))
    print(intmask(r_uint(-5) // r_uint(3)))
    print("%d" % intmask(a & b | r_uint(8)))
    return 0


def target(driver, args):
    return entry_point, None
