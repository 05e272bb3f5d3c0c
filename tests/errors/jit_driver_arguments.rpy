# options: --opt=jit
from rpython.rlib.jit import JitDriver


def two(pc, n):
    return "at %d" % pc


def three(pc):
    return "file", pc, "name"


first = JitDriver(greens=["pc"], reds=["n"], get_printable_location=two, name="first")
second = JitDriver(greens=["pc"], reds=["n"], get_location=three, name="second")


def one(n):
    pc = 0
    while n > 0:
        first.jit_merge_point(pc=pc, n=n)
        n -= 1
    return n


def another(n):
    pc = 0
    while n > 0:
        second.jit_merge_point(pc=pc, n=n)
        n -= 1
    return n


def entry_point(argv):
    n = 10 * len(argv)
    if n > 10:
        print(one(n))
    else:
        print(another(n))
    return 0


def target(driver, args):
    return entry_point, None
