from rpython.rlib.jit import JitDriver
from rpython.rlib.objectmodel import dont_inline

driver = JitDriver(greens=[], reds='auto')


@dont_inline
def add_all(items):
    total = 0
    for x in items:
        driver.jit_merge_point()
        total += x
    return total


def entry_point(argv):
    print(add_all([len(arg) for arg in argv] * 10000))
    return 0


def target(driver, args):
    return entry_point, None
