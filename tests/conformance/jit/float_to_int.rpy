# jit: yes
"""Conversions of floats to integers, at the ends of the range too."""
from rpython.rlib.jit import JitDriver
from rpython.rlib.rarithmetic import r_uint, intmask

driver = JitDriver(greens=[], reds=['n', 'values', 'signed', 'unsigned'])
VALUES = [0.0, -0.5, 0.99, 1.0, -12345.9, 1e15, 9223372036854774784.0, -9223372036854775808.0, -1.0]
LARGE = [9223372036854775808.0, 18446744073709549568.0]


def run(values, n):
    signed = 0
    unsigned = r_uint(0)
    while n > 0:
        driver.jit_merge_point(n=n, values=values, signed=signed, unsigned=unsigned)
        x = values[n % len(values)]
        if x < 9223372036854775808.0:
            signed = intmask(signed * 3 + int(x))
        unsigned = unsigned * r_uint(5) + r_uint(x)
        n -= 1
    print("%d %d" % (signed, intmask(unsigned)))


def entry_point(argv):
    for x in VALUES:
        print("%d %d" % (int(x), intmask(r_uint(x))))
    for x in LARGE:
        print(intmask(r_uint(x)))
    run(VALUES, 40)
    run(VALUES, 5000)
    run(VALUES + LARGE, 5000)
    return 0


def target(driver, args):
    return entry_point
