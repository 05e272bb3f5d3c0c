# stage: rtyper
# The functions of the module operator, also under ovfcheck; abs() under ovfcheck in functions with handlers.
from __future__ import division
import operator
import sys
from rpython.rlib.rarithmetic import ovfcheck, ovfcheck_float_to_int
from rpython.rlib.unroll import unrolling_iterable

BINARY = unrolling_iterable([
    ("add", operator.add), ("sub", operator.sub), ("mul", operator.mul), ("floordiv", operator.floordiv),
    ("mod", operator.mod), ("lshift", operator.lshift), ("rshift", operator.rshift), ("and", operator.and_),
    ("or", operator.or_), ("xor", operator.xor), ("lt", operator.lt), ("le", operator.le), ("eq", operator.eq),
    ("ne", operator.ne), ("ge", operator.ge), ("gt", operator.gt), ("truediv", operator.truediv)])
UNARY = unrolling_iterable([
    ("neg", operator.neg), ("pos", operator.pos), ("invert", operator.invert), ("not", operator.not_),
    ("truth", operator.truth), ("abs", operator.abs)])
CHECKED = unrolling_iterable([("neg", operator.neg), ("abs", abs)])
CHECKED2 = unrolling_iterable([("add", operator.add), ("sub", operator.sub), ("mul", operator.mul)])


class Vector(object):
    def __init__(self, x, y):
        self.x = x
        self.y = y

    def __add__(self, other):
        return Vector(self.x + other.x, self.y + other.y)

    def __neg__(self):
        return Vector(-self.x, -self.y)


def both(i):
    try:
        return ovfcheck(-i), ovfcheck(abs(i - 1))
    except:
        raise


def first(i):
    try:
        return both(i)[0]
    except OverflowError:
        return -77


def to_int(x):
    try:
        return ovfcheck_float_to_int(x)
    except OverflowError:
        return -666


def entry_point(argv):
    n = len(argv) + 6
    for name, f in BINARY:
        print(name, f(n, 2), f(n, 3))
    for name, f in UNARY:
        print(name, f(n), f(-n), f(n - 7))
    smallest = -sys.maxsize - n + 6
    for name, f in CHECKED:
        for x in [n, -n, smallest, smallest + 1]:
            try:
                print(name, ovfcheck(f(x)))
            except OverflowError:
                print(name, "overflow")
    for name, f in CHECKED2:
        for x in [n, sys.maxsize - n, smallest]:
            try:
                print(name, ovfcheck(f(x, n)))
            except OverflowError:
                print(name, "overflow")
    print(first(n), first(smallest), first(smallest + 1), first(smallest + 2))
    v = operator.neg(operator.add(Vector(n, 1), Vector(2, 3)))
    print(v.x, v.y, operator.getitem([4, 5, 6], n - 6), operator.contains("abc", "b"))
    print(operator.add("ab", str(n)), operator.concat([n], [1, 2]), operator.is_(v, v))
    big = 9223372036854775808.0
    print(to_int(n + 0.5), to_int(-big), to_int(big), to_int(-big - 4096.0), to_int(big - 2048.0))
    return 0


def target(driver, args):
    return entry_point, None
