"""unrolling_iterable: a loop that exists only at translation time."""
from rpython.rlib.unroll import unrolling_iterable


def op_add(a, b):
    return a + b


def op_sub(a, b):
    return a - b


def op_text(a, b):
    return a * 1000 + b


OPS = unrolling_iterable([("add", op_add), ("sub", op_sub), ("text", op_text)])
FIELDS = unrolling_iterable(["x", "y", "z"])


class V(object):
    def __init__(self, x, y, z):
        self.x = x
        self.y = y
        self.z = z


def dispatch(name, a, b):
    for n, f in OPS:
        if n == name:
            return f(a, b)
    return -1


def total(v):
    t = 0
    for f in FIELDS:
        t = t * 10 + getattr(v, f)
    return t


def set_all(v, n):
    for f in FIELDS:
        setattr(v, f, n)


def entry_point(argv):
    for name in ["add", "sub", "text", "nope"]:
        print(dispatch(name, 7, 5))
    v = V(1, 2, 3)
    print(total(v))
    set_all(v, 9)
    print(total(v))
    for i in unrolling_iterable(range(3)):
        print(i * 2)
    return 0


def target(driver, args):
    return entry_point, None
