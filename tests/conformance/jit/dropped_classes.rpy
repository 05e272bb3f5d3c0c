"""The logs of the JIT name classes whose objects a later pass takes away. Their methods must be there as long as the classes are."""
from rpython.rlib.jit import JitDriver

driver = JitDriver(greens=[], reds=["n", "total"])


class Shape(object):
    def area(self):
        return 1


class Square(Shape):
    def __init__(self, side):
        self.side = side

    def area(self):
        return self.side * self.side


class Round(Shape):
    def __init__(self, radius):
        self.radius = radius

    def area(self):
        return 3 * self.radius * self.radius


def choose(a, b):
    """Not inlined where the jitcodes are made: it makes two kinds of objects. Nobody uses what it returns."""
    s = Square(b)
    if a < b:
        return Round(a)
    return s


def loop(n):
    total = 0
    while n > 0:
        driver.jit_merge_point(n=n, total=total)
        total += n
        n -= 1
    return total


def main(argv):
    n = len(argv)
    s = Shape()
    for i in range(n):
        s = choose(i, n)
    if n < n:  # never: the only call of the methods
        n = s.area()
    print(loop(100))
    return 0


def target(driver, args):
    return main, None
