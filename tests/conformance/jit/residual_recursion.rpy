# jit: yes
"""Recursion that is too deep, in a call that traces make without looking inside: the call raises, whatever else it does not do."""
from rpython.rlib.jit import JitDriver, dont_look_inside

driver = JitDriver(greens=["code"], reds=["i", "limit", "caught", "total"])


@dont_look_inside
def depth(n):
    if n == 0:
        return 0
    return depth(n - 1) + 1


@dont_look_inside
def even(n):
    return n == 0 or odd(n - 1)


def odd(n):
    return n != 0 and even(n - 1)


def run(code, limit):
    i = caught = total = 0
    while i < limit:
        driver.jit_merge_point(code=code, i=i, limit=limit, caught=caught, total=total)
        # Without a branch: the call that fails is one in compiled code.
        n = 20 + i % 5 + (i % 500 // 499 << 40)
        try:
            if code == 0:
                total += depth(n)
            elif even(n):
                total += 2
        except RecursionError:
            caught += 1
            total += 1000
        i += 1
    print(code, caught, total)


def entry_point(argv):
    run(0, 3000)
    run(1, 3000)
    return 0


def target(driver, args):
    return entry_point
