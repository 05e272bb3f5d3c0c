# options: --opt=jit
from rpython.rlib import jit

driver = jit.JitDriver(greens=["pc"], reds=["n", "box"])


class Box(object):
    def __init__(self, n):
        self.n = n


class Other(Box):
    pass


def wrong_keyword(x):
    return jit.hint(x, promot=True)


def computed_flag(x):
    return jit.hint(x, promote=x > 3)


def no_string(x):
    return jit.promote_string(x)


def unknown_parameter(x):
    jit.set_param(driver, "treshold", x)


def unknown_default(x):
    jit.set_param_to_default(None, "eagerness")


def no_driver(x):
    jit.set_param(x, "threshold", 3)


def two_values(x):
    return jit.isconstant(x, x)


def no_class(box):
    jit.record_exact_class(box, box)


def no_instance(x):
    jit.record_exact_class(x, Box)


def run(n):
    pc = 0
    box = Box(n)
    while n > 0:
        driver.jit_merge_point(pc=pc, n=n, box=box)
        n -= 1
    return n


def entry_point(argv):
    n = run(10 * len(argv))
    if n == 0:
        wrong_keyword(n)
    elif n == 1:
        computed_flag(n)
    elif n == 2:
        no_string(n)
    elif n == 3:
        unknown_parameter(n)
    elif n == 4:
        unknown_default(n)
    elif n == 5:
        no_driver(n)
    elif n == 6:
        two_values(n)
    elif n == 7:
        no_class(Box(n) if n else Other(n))
    elif n == 8:
        no_instance(n)
    return 0


def target(driver, args):
    return entry_point, None
