# Raw memory that is used when the program is imported, through pointers of several types: the same bytes.
from rpython.rtyper.lltypesystem import lltype, rffi

LINES = []


def note(*items):
    LINES.append(' '.join([str(item) for item in items]))


def codes(p, n):
    return [ord(c) for c in rffi.charpsize2str(p, n)]


def doubles():
    buf = lltype.malloc(rffi.CCHARP.TO, 16, flavor='raw', zero=True)
    as_double = rffi.cast(rffi.DOUBLEP, buf)
    as_double[0] = 1.5
    as_double[1] = -0.5
    note(codes(buf, 16))
    buf[7] = '@'
    note(as_double[0], as_double[1], rffi.cast(rffi.LONGP, buf)[0])
    again = rffi.cast(rffi.CCHARP, as_double)
    again[15] = '?'
    note(as_double[1], again[7], rffi.cast(rffi.DOUBLEP, rffi.cast(rffi.VOIDP, as_double))[0])
    lltype.free(buf, flavor='raw')


def integers():
    p = lltype.malloc(rffi.LONGP.TO, 2, flavor='raw', zero=True)
    p[0] = 0x0102030405060708
    p[1] = -2
    shorts = rffi.cast(rffi.SHORTP, p)
    note([int(shorts[i]) for i in range(8)], ord(rffi.cast(rffi.CCHARP, p)[0]))
    shorts[5] = rffi.cast(rffi.SHORT, 7)
    rffi.cast(rffi.UCHARP, p)[0] = rffi.cast(rffi.UCHAR, 255)
    note(p[0], p[1], int(rffi.cast(rffi.UINTP, p)[3]))
    f = lltype.malloc(rffi.FLOATP.TO, 1, flavor='raw')
    f[0] = rffi.cast(rffi.FLOAT, 1.25)
    note(int(rffi.cast(rffi.INTP, f)[0]))
    lltype.free(f, flavor='raw')
    lltype.free(p, flavor='raw')


doubles()
integers()


def entry_point(argv):
    for line in LINES:
        print(line)
    return 0


def target(driver, args):
    return entry_point, None
