# options: --opt=jit
from rpython.rlib.jit import JitDriver

driver = JitDriver(greens=["pc"], reds=["n"], name=7)


def entry_point(argv):
    return 0


def target(driver, args):
    return entry_point, None
