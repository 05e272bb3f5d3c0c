# options: --opt=jit
from rpython.rlib.jit import JitDriver


def number(pc):
    return pc


def text(pc):
    return "at %d" % pc


first = JitDriver(greens=["pc"], reds=["n"], get_printable_location=number, get_unique_id=text, name="first")
second = JitDriver(greens=["pc"], reds=["n"], can_never_inline=text, should_unroll_one_iteration=text, name="second")


def one(n):
    pc = 0
    while n > 0:
        first.jit_merge_point(pc=pc, n=n)
        n -= 1
    return n


def last(n):
    pc = 0
    while n > 0:
        second.jit_merge_point(pc=pc, n=n)
        n -= 1
    return n


def entry_point(argv):
    n = 10 * len(argv)
    print(one(n) + last(n))
    return 0


def target(driver, args):
    return entry_point, None
