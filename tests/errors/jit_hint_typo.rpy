from rpython.rlib import jit


@jit.unroll_saef
def f(x):
    return x


def entry_point(argv):
    return f(1)


def target(driver, args):
    return entry_point, None
