from rpython.rlib.objectmodel import specialize


@specialize.memo()
def f(x):
    return x + 1


def entry_point(argv):
    return f(len(argv))


def target(driver, args):
    return entry_point, None
