from rpython.rlib.objectmodel import specialize


@specialize.arg(3)
def f(x):
    return x


def entry_point(argv):
    return f(1)


def target(driver, args):
    return entry_point, None
