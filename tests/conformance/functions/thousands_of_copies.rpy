# A function with more than a thousand copies, none of which calls another.
from rpython.rlib.objectmodel import specialize
from rpython.rlib.unroll import unrolling_iterable

NUMBERS = unrolling_iterable(range(1100))


@specialize.arg(0)
def step(k, x):
    return (x * 3 + k) & 0xFFFF


def entry_point(argv):
    total = len(argv)
    for k in NUMBERS:
        total = step(k, total)
    print(total)
    return 0


def target(driver, args):
    return entry_point, None
