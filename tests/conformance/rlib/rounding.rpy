# rfloat.round_double where the value is exactly in the middle, at all sizes; log2; weak lists with numbers that are used again.
import gc

from rpython.rlib.rfloat import round_double, log2, formatd
from rpython.rlib.rweaklist import RWeakListMixin, INITIAL_SIZE

HALVES = [(0.5, 0), (1.5, 0), (2.5, 0), (-0.5, 0), (-6.5, 0), (0.125, 2), (0.375, 2), (-0.625, 2), (0.25, 1), (9.5, 0), (99.5, 0),
          (999999.5, 0), (0.99609375, 7), (2500000000000000.5, 0), (-4503599627370495.5, 0), (1125899906842624.25, 1),
          (562949953421311.125, 2), (2.675, 2), (1.005, 2), (1e22, 3), (5e-324, 300), (123.456, 50), (25.0, -1), (-15.0, -1),
          (450.0, -2), (0.5e22, -22), (1.7e308, -308)]


class Thing(object):
    def __init__(self, n):
        self.n = n


class Things(RWeakListMixin):
    def __init__(self):
        self.initialize()


def text(x):
    return formatd(x, 'r', 0)


def rounding():
    for value, n in HALVES:
        try:
            print(text(value), n, text(round_double(value, n)), text(round_double(value, n, half_even=True)))
        except OverflowError:
            print('OverflowError')
    total = 0.0
    for i in range(4000):
        value = (i - 2000) / 16.0
        total += round_double(value, i % 4) * (i % 7)
    print(text(total))


def logarithms():
    exact = 0
    x = 1.0
    for i in range(1000):
        if log2(x) == i and log2(1.0 / x) == -i:
            exact += 1
        x *= 2.0
    print(exact, formatd(log2(3.0), 'f', 12), formatd(log2(0.1), 'f', 12))
    for x in [0.0, -1.0]:
        try:
            print(log2(x))
        except ValueError as e:
            print(e)


def fill(things, keep):
    kept = []
    for i in range(100):
        thing = Thing(i)
        index = things.add_handle(thing)
        if i % keep == 0:
            kept.append((index, thing))
    return kept


def weak():
    things = Things()
    kept = fill(things, 25)
    size = len(things.get_all_handles())
    gc.collect()
    more = fill(things, 50)
    gc.collect()
    for index, thing in kept + more:
        assert things.fetch_handle(index) is thing
    print(len(kept), len(more), size <= 256, len(things.get_all_handles()) <= 256, INITIAL_SIZE)


def entry_point(argv):
    rounding()
    logarithms()
    weak()
    return 0


def target(driver, args):
    return entry_point, None
