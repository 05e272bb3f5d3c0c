# stage: rtyper
"""Methods that are specialised by a low-level type meet at one call; others of them are called with another type only elsewhere."""
from rpython.rlib.objectmodel import specialize
from rpython.rtyper.lltypesystem import rffi, lltype


class A(object):
    @specialize.ll_and_arg(1)
    def write(self, TP, at, value):
        raise KeyError


class B(A):
    total = 0

    @specialize.ll_and_arg(1)
    def write(self, TP, at, value):
        self.total += at


class C(A):
    def __init__(self, b):
        self.b = b

    @specialize.ll_and_arg(1)
    def write(self, TP, at, value):
        self.b.write(TP, at + 1, value)


def entry_point(argv):
    b = B()
    b.write(rffi.SHORT, 1, rffi.cast(rffi.SHORT, 4))
    C(b).write(rffi.INT, 5, rffi.cast(rffi.INT, 4))
    print(b.total)
    try:
        C(A()).write(rffi.INT, 1, rffi.cast(rffi.INT, 4))
    except KeyError:
        print("no")
    return 0


def target(driver, args):
    return entry_point, None
