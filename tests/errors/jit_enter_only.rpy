# options: --opt=jit
from rpython.rlib.jit import JitDriver

driver = JitDriver(greens=["i"], reds=["n"])


def entry_point(argv):
    n = len(argv) * 10
    i = 0
    while i < n:
        driver.can_enter_jit(i=i, n=n)
        i += 1
    print(i)
    return 0


def target(driver, args):
    return entry_point, None
