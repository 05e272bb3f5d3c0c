from rpython.rlib.rarithmetic import r_uint


def entry_point(argv):
    x = r_uint(3)
    return x + 1.5


def target(driver, args):
    return entry_point, None
