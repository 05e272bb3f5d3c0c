# jit: yes
# exit: 1
# stderr: OverflowError
"""ovfcheck raises also where no handler stands in the same function, or only one for something else."""

from rpython.rlib.jit import JitDriver
from rpython.rlib.rarithmetic import ovfcheck

driver = JitDriver(greens=[], reds=["i", "n", "x", "r"])


def add(a, b):
    return ovfcheck(a + b)


def sub(a, b):
    return ovfcheck(a - b)


def mul(a, b):
    return ovfcheck(a * b)


def other_handler(a, b):
    try:
        return ovfcheck(a * b)
    except ZeroDivisionError:
        return 0


def with_finally(a, b, log):
    try:
        return ovfcheck(a + b)
    finally:
        log.append("finally")


def any_handler(a, b):
    try:
        return ovfcheck(a - b)
    except Exception:
        return -3


def reraised(a, b):
    try:
        return ovfcheck(a + b)
    except OverflowError:
        raise


class Number(object):
    def __init__(self, value):
        self.value = value


def make(op):
    def combine(a, b):
        try:
            return Number(op(a.value, b.value))
        except OverflowError:
            return Number(-1)
    return combine


number_add = make(lambda a, b: ovfcheck(a + b))
number_mul = make(lambda a, b: ovfcheck(a * b))


def attempt(f, a, b):
    try:
        return f(a, b)
    except OverflowError:
        return -2


def loop(n, x):
    """The overflow leaves a loop."""
    i = 0
    r = 1
    while i < n:
        driver.jit_merge_point(i=i, n=n, x=x, r=r)
        r = mul(r, x)
        i = ovfcheck(i + 1)
    return r


def entry_point(argv):
    big = 9223372036854775807 - len(argv) + 1
    log = []
    for a in [1, 5, big, -big]:
        for b in [1, 2, big, -big]:
            results = [attempt(f, a, b) for f in [add, sub, mul, other_handler, any_handler, reraised]]
            print(" ".join([str(r) for r in results]))
            try:
                print(with_finally(a, b, log))
            except OverflowError:
                print("overflow", len(log))
            print(number_add(Number(a), Number(b)).value, number_mul(Number(a), Number(b)).value)
    print(loop(30, 3), loop(1000, 1), loop(62, 2))
    try:
        print(loop(64, 2))
    except OverflowError:
        print("too big")
    print(mul(big, len(argv) + 1))
    return 0


def target(driver, args):
    return entry_point
