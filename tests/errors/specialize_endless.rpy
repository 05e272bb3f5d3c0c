# Each copy of the function needs another one.
from rpython.rlib.objectmodel import specialize


@specialize.argtype(0)
def wrap(x, n):
    if n == 0:
        return 0
    return 1 + wrap((x,), n - 1)


def entry_point(argv):
    print(wrap(1, len(argv)))
    return 0


def target(driver, args):
    return entry_point, None
