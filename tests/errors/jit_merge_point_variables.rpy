# options: --opt=jit
from rpython.rlib.jit import JitDriver

first = JitDriver(greens=["pc"], reds=["n"])
second = JitDriver(greens=["pc"], reds=["n"])
third = JitDriver(greens=["pc"], reds=["n"])
fourth = JitDriver(greens=["pc"], reds=["n"])


def unknown(n):
    pc = 0
    while n > 0:
        first.jit_merge_point(pc=pc, n=n, extra=3)
        n -= 1
    return n


def missing(n):
    while n > 0:
        second.jit_merge_point(n=n)
        n -= 1
    return n


def positional(n):
    pc = 0
    while n > 0:
        third.jit_merge_point(pc, n)
        n -= 1
    return n


def at_the_end(n):
    pc = 0
    while n > 0:
        fourth.jit_merge_point(pc=pc, n=n)
        n -= 1
        fourth.can_enter_jit(pc=pc)
    return n


def entry_point(argv):
    n = 10 * len(argv)
    print(unknown(n) + missing(n) + positional(n) + at_the_end(n))
    return 0


def target(driver, args):
    return entry_point, None
