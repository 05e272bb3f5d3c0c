from rpython.rlib.objectmodel import enforceargs


@enforceargs(int)
def f(x):
    return x


def entry_point(argv):
    return f("1")


def target(driver, args):
    return entry_point, None
