"""Functions with ints and functions with floats that one variable holds: each gets the number as it was given."""

BIG = 2 ** 53 + 1


def double(x):
    return x + x


def half(x):
    return int(x * 0.5) // 1000


def floor(x):
    return int(x)


def tables(n):
    functions = [double, half]
    for f in functions:
        print(f(BIG + n))
    f = floor if n > 100 else half
    print(f(2500.5 + n))
    print(double(BIG))


# Only the results differ.
def same(n):
    return n


def third(n):
    return n / 3.0


def next_one(n):
    return n + 1


def results(n):
    f = same if n > 100 else third
    print(f(6 + n) > 1.5)
    g = same if n > 0 else next_one
    print(g(BIG + n))
    g = next_one if n > 0 else same
    print(g(BIG + n), same(BIG), next_one(BIG))


# Families that meet by way of one function.
def ints_only(n):
    return n - 1


def either(n):
    return n * 2


def floats_only(x):
    return x * 2.0


def by_way_of_one(n):
    f = ints_only if n > 0 else same
    print(f(BIG + n))
    f = either if n > 0 else ints_only
    print(f(BIG + n))
    f = either if n > 100 else double
    print(f(BIG))
    print(floats_only(0.25) + n)
    f = floats_only if n > 0 else third
    print(f(BIG) > 1.0, f(0.75) > 0.5)


class Shape(object):
    def scaled(self, k):
        return k + 1

    def sized(self, size, unit=1):
        return size[0] + unit


class Exact(Shape):
    def scaled(self, k):
        return k - 1


class Rough(Shape):
    def scaled(self, k):
        return int(k * 0.25) // 1000

    def sized(self, size, unit=1):
        return int(size[0] / 2) + unit


def methods(n):
    shapes = [Shape(), Exact(), Rough()]
    for s in shapes:
        print(s.scaled(BIG + n), s.sized((BIG + n, n)), s.sized((BIG - n, n), unit=5))
    print(Rough().scaled(4000.75), Rough().sized((0.5, 1)))
    m = shapes[n - 1].scaled
    print(m(BIG))


def adder(k):
    return lambda x: x + k


def scaler(k):
    return lambda x: int(x * k) // 1000


def closures(n):
    for f in [adder(n), scaler(0.5 * n), double]:
        print(f(BIG + n))
    g = scaler(0.25 * n)
    print(g(10000.5))


def flag(b):
    return not b


def number(x):
    return x > 0.5


def bools(n):
    f = flag if n > 0 else number
    print(f(n > 0), f(n > 5))
    print(number(0.25))


class Operation(object):
    def __init__(self, name, function):
        self.name = name
        self.function = function


def kept(n):
    ops = {"double": Operation("double", double), "half": Operation("half", half)}
    for name in ["double", "half"]:
        op = ops[name]
        print(op.name, op.function(BIG + n), op.function is double)


def entry_point(argv):
    n = len(argv)
    tables(n)
    results(n)
    by_way_of_one(n)
    methods(n)
    closures(n)
    bools(n)
    kept(n)
    return 0


def target(driver, args):
    return entry_point, None
