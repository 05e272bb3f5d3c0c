"""isinstance with a tuple of classes, type(x) is C, __class__, issubclass."""


class A(object):
    pass


class B(A):
    pass


class C(A):
    pass


class D(C):
    pass


def kind(x):
    if isinstance(x, (B, C)):
        return "B or C"
    return "A"


def entry_point(argv):
    for x in [A(), B(), C(), D()]:
        print(kind(x))
        print(type(x) is C)
        print(x.__class__ is B)
        print(x.__class__.__name__)
    return 0


def target(driver, args):
    return entry_point, None
