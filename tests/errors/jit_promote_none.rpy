# options: --opt=jit
from rpython.rlib.jit import JitDriver, promote

driver = JitDriver(greens=["pc"], reds=["n"])


def run(n):
    pc = 0
    while n > 0:
        driver.jit_merge_point(pc=pc, n=n)
        promote(None)
        n -= 1
    return n


def entry_point(argv):
    print(run(10 * len(argv)))
    return 0


def target(driver, args):
    return entry_point, None
