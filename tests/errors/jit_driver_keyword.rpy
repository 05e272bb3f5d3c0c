# options: --opt=jit
from rpython.rlib.jit import JitDriver


def location(pc):
    return "at %d" % pc


driver = JitDriver(greens=["pc"], reds=["n"], get_printable_locaton=location)


def entry_point(argv):
    return 0


def target(driver, args):
    return entry_point, None
