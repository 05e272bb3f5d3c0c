# options: --opt=jit
from rpython.rlib.jit import JitDriver

driver = JitDriver(greens=["i"], reds=["n"])


def unused(n):
    i = 0
    while i < n:
        driver.jit_merge_point(i=i, n=n)
        i += 1
    return i


def entry_point(argv):
    print(len(argv))
    return 0


def target(driver, args):
    return entry_point, None
