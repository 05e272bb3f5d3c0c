# skip-llinterp: arithmetic with addresses of containers
# All number types of C as items and fields: truncation, sign, reading back as ints; pointers to each.
from rpython.rtyper.lltypesystem import rffi, lltype
from rpython.rlib.rarithmetic import intmask, r_uint, widen
from rpython.rlib.unroll import unrolling_iterable

VALUES = [0, 1, -1, 127, 128, 255, 256, -128, -129, 32767, 32768, 65535, 65536, -32768, -32769,
          2147483647, 2147483648, 4294967295, 4294967296, -2147483648, -2147483649, 1 << 40, -(1 << 62) + 77]

TYPES = unrolling_iterable([
    ('SIGNEDCHAR', rffi.SIGNEDCHAR), ('UCHAR', rffi.UCHAR), ('SHORT', rffi.SHORT), ('USHORT', rffi.USHORT),
    ('INT', rffi.INT), ('UINT', rffi.UINT), ('LONG', rffi.LONG), ('LONGLONG', rffi.LONGLONG),
    ('SSIZE_T', rffi.SSIZE_T), ('INT8_T', rffi.INT8_T), ('UINT16_T', rffi.UINT16_T), ('INT_real', rffi.INT_real)])

RECORD = rffi.CStruct('record', ('a', rffi.UCHAR), ('b', rffi.SHORT), ('c', rffi.SIGNEDCHAR), ('d', rffi.USHORT),
                      ('e', rffi.UINT), ('f', rffi.CHAR), ('g', rffi.SIZE_T), ('h', rffi.FLOAT), ('i', rffi.DOUBLE))


class Cell(object):
    def __init__(self, short):
        self.short = short          # a C number in an object


def widths():
    for name, T in TYPES:
        print(name, rffi.sizeof(T))
        p = lltype.malloc(rffi.CArray(T), len(VALUES), flavor='raw', zero=True)
        for i in range(len(VALUES)):
            p[i] = rffi.cast(T, VALUES[i])
        line = []
        total = 0
        for i in range(len(VALUES)):
            n = rffi.cast(lltype.Signed, p[i])
            line.append(str(n))
            total += intmask(p[i])
        print(' '.join(line))
        print(total)
        lltype.free(p, flavor='raw')


def fields():
    r = lltype.malloc(RECORD, flavor='raw', zero=True)
    print(rffi.sizeof(RECORD), rffi.cast(lltype.Signed, r.c_a), rffi.getintfield(r, 'c_b'))
    r.c_a = rffi.cast(rffi.UCHAR, 300)
    r.c_b = rffi.cast(rffi.SHORT, 40000)
    r.c_c = rffi.cast(rffi.SIGNEDCHAR, 200)
    r.c_d = rffi.cast(rffi.USHORT, -2)
    rffi.setintfield(r, 'c_e', -3)
    r.c_f = 'x'
    rffi.setintfield(r, 'c_g', -4)
    r.c_h = rffi.cast(rffi.FLOAT, 0.1)
    r.c_i = 0.1
    print(intmask(r.c_a), intmask(r.c_b), intmask(r.c_c), intmask(r.c_d), intmask(r.c_e), r.c_f, intmask(r.c_g))
    print(rffi.cast(lltype.Float, r.c_h) == 0.1, rffi.cast(lltype.Float, r.c_h) * 1000.0, r.c_i)
    print(rffi.getintfield(r, 'c_a') + rffi.getintfield(r, 'c_d') * 2, widen(r.c_b) - 1)
    print(intmask(r.c_a) < intmask(r.c_d), widen(r.c_a) == 44, bool(r.c_c), not r.c_b)
    r.c_d = rffi.cast(rffi.USHORT, r.c_a)
    c = Cell(r.c_b)
    cells = [c, Cell(rffi.cast(rffi.SHORT, 5))]
    total = 0
    for x in cells:
        total = total * 3 + intmask(x.short)
    print(total, intmask(r.c_d))
    lltype.free(r, flavor='raw')


def overlay():
    # the same bytes through pointers of several types
    p = lltype.malloc(rffi.ULONGP.TO, 2, flavor='raw', zero=True)
    p[0] = r_uint(0x8182838485868788)
    b = rffi.cast(rffi.UCHARP, p)
    sb = rffi.cast(rffi.SIGNEDCHARP, p)
    h = rffi.cast(rffi.USHORTP, p)
    sh = rffi.cast(rffi.SHORTP, p)
    i = rffi.cast(rffi.INTP, p)
    u = rffi.cast(rffi.UINTP, p)
    c = rffi.cast(rffi.CCHARP, p)
    for k in range(8):
        print(intmask(b[k]), intmask(sb[k]), ord(c[k]))
    for k in range(4):
        print(intmask(h[k]), intmask(sh[k]))
    print(intmask(i[0]), intmask(u[1]))
    b[8] = rffi.cast(rffi.UCHAR, 1)
    rffi.ptradd(b, 9)[0] = rffi.cast(rffi.UCHAR, 2)
    rffi.ptradd(h, 5)[0] = rffi.cast(rffi.USHORT, 0x304)
    print(intmask(p[1]), rffi.cast(lltype.Signed, rffi.ptradd(h, 3)) - rffi.cast(lltype.Signed, p))
    lltype.free(p, flavor='raw')


def casts():
    n = 5
    for x in [3.99, -3.99, 255.0, 1e9]:
        print(rffi.cast(lltype.Signed, x), intmask(rffi.cast(rffi.INT, x)), intmask(rffi.cast(rffi.SHORT, n)))
        n = n * -61
    print(rffi.cast(lltype.Char, 321), ord(rffi.cast(lltype.Char, -1)), rffi.cast(lltype.Signed, 'a'))
    print(intmask(rffi.cast(rffi.UCHAR, '\xe9')), rffi.cast(lltype.Float, n), rffi.cast(lltype.Bool, n))
    print(intmask(rffi.r_short(70000)), intmask(rffi.cast(rffi.ULONG, -1) >> 60))
    print(rffi.cast(lltype.Signed, rffi.cast(rffi.VOIDP, 4096 * n)))
    print(rffi.cast(rffi.CCHARP, 0) == lltype.nullptr(rffi.CCHARP.TO))


def entry_point(argv):
    widths()
    fields()
    overlay()
    casts()
    return 0


def target(driver, args):
    return entry_point, None
