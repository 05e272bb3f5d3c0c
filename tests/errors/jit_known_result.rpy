# options: --opt=jit
from rpython.rlib.jit import JitDriver, record_known_result


def half(n):
    return n // 2


driver = JitDriver(greens=["pc"], reds=["n"])


def entry_point(argv):
    n = len(argv)
    pc = 0
    while n > 0:
        driver.jit_merge_point(pc=pc, n=n)
        record_known_result(n, half, n * 2)
        n -= 1
    return 0


def target(driver, args):
    return entry_point, None
