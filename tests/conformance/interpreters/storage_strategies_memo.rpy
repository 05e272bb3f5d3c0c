# origin: after published programs
"""Maps with storage classes of fixed sizes made by a factory (`Storage1`..`Storage4` with unrolled accessors),
floats kept as ints, `promote` and `look_inside_iff` as hints that must not change the meaning."""
from rpython.rlib import jit
from rpython.rlib.unroll import unrolling_iterable
from rpython.rlib.longlong2float import float2longlong, longlong2float
from rpython.rlib.objectmodel import always_inline
from rpython.rlib.debug import make_sure_not_resized

MAX = 4


class Storage(object):
    size = 0

    def get(self, i):
        raise IndexError

    def set(self, i, w):
        raise IndexError


def make_storage(n, base):
    fields = unrolling_iterable([(i, "_field%d" % i) for i in range(n)])

    class FixedStorage(base):
        _attrs_ = ["_field%d" % i for i in range(n)]
        size = n

        def __init__(self):
            for i, name in fields:
                setattr(self, name, None)

        def get(self, i):
            for j, name in fields:
                if i == j:
                    return getattr(self, name)
            raise IndexError

        def set(self, i, w):
            for j, name in fields:
                if i == j:
                    setattr(self, name, w)
                    return
            raise IndexError
    FixedStorage.__name__ = "Storage%d" % n
    return FixedStorage


CLASSES = [Storage] + [make_storage(n, Storage) for n in range(1, MAX + 1)]
sizes = unrolling_iterable([(n, CLASSES[n]) for n in range(1, MAX + 1)])
NAMES = " ".join([cls.__name__ for cls in CLASSES[1:]])


class BigStorage(Storage):
    _attrs_ = ['items', 'size']

    def __init__(self, n):
        self.items = [None] * n
        make_sure_not_resized(self.items)
        self.size = n

    def get(self, i):
        return self.items[i]

    def set(self, i, w):
        self.items[i] = w


def small(n):
    return n <= MAX


@jit.look_inside_iff(small)
def allocate(n):
    for size, cls in sizes:
        if n == size:
            return cls()
    return BigStorage(n)


class W_Val(object):
    pass


class W_I(W_Val):
    def __init__(self, bits):
        self.bits = bits


class W_F(W_Val):
    def __init__(self, x):
        self.bits = float2longlong(x)


def text(w):
    if w is None:
        return "-"
    if isinstance(w, W_F):
        return "%.3f" % longlong2float(w.bits)
    assert isinstance(w, W_I)
    return str(w.bits)


@always_inline
def fill(storage, n):
    for i in range(n):
        if i % 2:
            storage.set(i, W_F(i / 4.0))
        else:
            storage.set(i, W_I(i * jit.promote(n)))


def entry_point(argv):
    for n in range(1, 8):
        s = allocate(n)
        fill(s, n - 1 if n > 1 else 1)
        print("%s %d: %s" % ("fixed" if n <= MAX else "big", s.size, " ".join([text(s.get(i)) for i in range(n)])))
        try:
            s.get(n)
            print("no error")
        except IndexError:
            pass
    try:
        Storage().get(0)
    except IndexError:
        print("empty")
    print(NAMES)
    print(float2longlong(1.0) >> 52, longlong2float(4611686018427387904), jit.we_are_jitted(), jit.isconstant(len(argv)))
    return 0


def target(driver, args):
    return entry_point
