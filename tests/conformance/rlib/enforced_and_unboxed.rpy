# stage: rtyper
# enforceargs of lists that have no item yet; single-precision constants; UnboxedValue.
from rpython.rlib.objectmodel import enforceargs, UnboxedValue
from rpython.rlib.rarithmetic import r_singlefloat

THIRD = r_singlefloat(0.25)


@enforceargs([int])
def fill(buf):
    buf.append(5)


def filled():
    lst = []
    fill(lst)
    fill(lst)
    return lst[0] + len(lst)


def single(n):
    if n > 10:
        return r_singlefloat(n * 0.5)
    return THIRD


class Value(object):
    __slots__ = ()

    def is_small(self):
        return False


class Small(Value, UnboxedValue):
    __slots__ = 'number'

    def is_small(self):
        return True

    def double(self):
        return Small(self.number * 2)


class Large(Value):
    __slots__ = ('text',)

    def __init__(self, text):
        self.text = text


def make(n):
    if n < 100:
        return Small(n)
    return Large(str(n))


def entry_point(argv):
    n = len(argv)
    print(filled())
    print(float(single(n)) * 4, float(single(n + 10)))
    for i in [n, 99, 100]:
        v = make(i)
        if isinstance(v, Small):
            print(v.is_small(), v.number, v.double().number, v.get_untagged_value())
        elif isinstance(v, Large):
            print(v.is_small(), v.text)
    return 0


def target(driver, args):
    return entry_point, None
