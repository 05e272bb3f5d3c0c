# oracle: stored
# How deep recursion goes is set in parts of RPython's usual length of the stack: from the beginning, in a program that does so.
from rpython.rlib.rstack import _stack_set_length_fraction, stack_almost_full
from rpython.rlib.rstackovf import StackOverflow


class Deepest(object):
    def __init__(self):
        self.level = 0
        self.warned = 0


def down(n, deepest):
    deepest.level = n
    if stack_almost_full() and not deepest.warned:
        deepest.warned = n
    return down(n + 1, deepest) + [n % 3][len(str(n)) - len(str(n))]


def levels():
    deepest = Deepest()
    try:
        down(0, deepest)
    except StackOverflow:
        pass
    assert deepest.level * 3 // 4 < deepest.warned <= deepest.level
    return deepest.level


def ratio(a, b):
    return (10 * a + b // 2) // b


def entry_point(argv):
    usual = levels()
    print(500 < usual < 200000)
    for fraction in [0.5, 2.0, 4.0, 1.0]:
        _stack_set_length_fraction(fraction)
        print(fraction, ratio(levels(), usual))
    return 0


def target(driver, args):
    return entry_point, None
