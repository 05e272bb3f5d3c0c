"""rrandom: a Mersenne twister."""
from rpython.rlib.rrandom import Random
from rpython.rlib.rarithmetic import intmask


def entry_point(argv):
    r = Random(42)
    for i in range(5):
        print(intmask(r.genrand32()))
    print(r.random() < 1.0)
    return 0


def target(driver, args):
    return entry_point, None
