# skip-llinterp: arithmetic with addresses of containers
# rpython.rlib.rawstorage: values of all types at byte offsets; generic over types.
from rpython.rlib.rawstorage import (alloc_raw_storage, free_raw_storage, raw_storage_getitem, raw_storage_setitem,
                                     raw_storage_getitem_unaligned, raw_storage_setitem_unaligned)
from rpython.rlib.rarithmetic import intmask, r_uint
from rpython.rlib.objectmodel import specialize
from rpython.rtyper.lltypesystem import lltype, rffi


class Column(object):
    """Numbers of one type, in raw memory."""

    def __init__(self, n):
        self.n = n
        self.storage = alloc_raw_storage(n * self.width, zero=True)

    def total(self):
        t = 0.0
        for i in range(self.n):
            t += self.getfloat(i)
        return t

    def close(self):
        free_raw_storage(self.storage)


def make_column(T, name):
    size = rffi.sizeof(T)

    class TypedColumn(Column):
        width = size

        def set(self, i, n):
            raw_storage_setitem(self.storage, i * size, rffi.cast(T, n))

        def getfloat(self, i):
            return rffi.cast(lltype.Float, raw_storage_getitem(T, self.storage, i * size))

        def text(self, i):
            return str(rffi.cast(lltype.Signed, raw_storage_getitem(T, self.storage, i * size)))
    TypedColumn.__name__ = name
    return TypedColumn


COLUMNS = [make_column(T, name) for T, name in [
    (rffi.SIGNEDCHAR, 'Int8'), (rffi.UCHAR, 'UInt8'), (rffi.SHORT, 'Int16'), (rffi.USHORT, 'UInt16'),
    (rffi.INT, 'Int32'), (rffi.UINT, 'UInt32'), (lltype.Signed, 'Int64'), (lltype.Float, 'Float64'),
    (rffi.FLOAT, 'Float32')]]
Int8, UInt8, Int16, UInt16, Int32, UInt32, Int64, Float64, Float32 = COLUMNS


def make(kind, n):
    if kind == 0:
        return Int8(n)
    elif kind == 1:
        return UInt8(n)
    elif kind == 2:
        return Int16(n)
    elif kind == 3:
        return UInt16(n)
    elif kind == 4:
        return Int32(n)
    elif kind == 5:
        return UInt32(n)
    elif kind == 6:
        return Int64(n)
    elif kind == 7:
        return Float64(n)
    return Float32(n)


def entry_point(argv):
    for kind in range(9):
        c = make(kind, 6)
        for i in range(6):
            c.set(i, (i * i * i - 3) * (1 << (3 * i)))
        print(kind, ' '.join([c.text(i) for i in range(6)]), c.total())
        c.close()
    p = alloc_raw_storage(32, zero=True)
    raw_storage_setitem(p, 0, 1.5)
    raw_storage_setitem(p, 8, 'x')
    raw_storage_setitem(p, 9, 'y')
    raw_storage_setitem(p, 16, r_uint(1) << 63)
    raw_storage_setitem_unaligned(p, 25, rffi.cast(rffi.SHORT, -2))
    print(raw_storage_getitem(lltype.Float, p, 0), raw_storage_getitem(lltype.Char, p, 9))
    print(intmask(raw_storage_getitem(rffi.USHORT, p, 8)), raw_storage_getitem(lltype.Signed, p, 16))
    print(intmask(raw_storage_getitem_unaligned(rffi.SHORT, p, 25)), intmask(raw_storage_getitem(rffi.UCHAR, p, 26)))
    free_raw_storage(p)
    return 0


def target(driver, args):
    return entry_point, None
