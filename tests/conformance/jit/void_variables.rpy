# jit: yes
"""Greens and reds that have no value at run time: always None, or one class, or one constant object."""
from rpython.rlib.jit import JitDriver


class Shape(object):
    def area(self, n):
        return n * 2


class Square(Shape):
    def area(self, n):
        return n * n


class Strategy(object):
    def _freeze_(self):
        return True

    def step(self):
        return 3


strategy = Strategy()
driver = JitDriver(greens=['nothing', 'kind', 'mode', 'cls'], reds=['rest', 'n', 'empty', 'total', 'how'])


def make(cls, nothing):
    shape = cls()
    assert nothing is None
    return shape


def run(mode, kind, n):
    nothing = None
    empty = None
    how = strategy
    cls = Square
    total = 0.5
    rest = [0]
    while n > 0:
        driver.jit_merge_point(nothing=nothing, kind=kind, mode=mode, cls=cls, rest=rest, n=n, empty=empty,
                               total=total, how=how)
        shape = make(cls, nothing)
        if kind == 'area':
            total += shape.area(n % 10)
        else:
            total += 0.25
        if n % mode == 0:
            rest.append(n)
        if empty is not None:
            total = 0.0
        n -= how.step()
    return total + len(rest) + rest[-1]


def entry_point(argv):
    for size in [20, 3000, 9001]:
        for mode in [1, 2, 7]:
            for kind in ['area', 'other']:
                print("%d %d %s %s" % (size, mode, kind, run(mode, kind, size * len(argv))))
    return 0


def target(driver, args):
    return entry_point
