# skip-llinterp: arithmetic with addresses of containers
# Low-level types passed on in `*args`, next to values.
from rpython.rlib.objectmodel import specialize
from rpython.rtyper.lltypesystem import lltype, rffi


@specialize.call_location()
def failed(f, *args):
    try:
        f(*args)
    except ValueError as e:
        return str(e)
    return 'no'


@specialize.arg(0)
def load(T, p, i):
    if i & 7:
        raise ValueError('unaligned %d' % i)
    return rffi.cast(lltype.Signed, rffi.cast(rffi.CArrayPtr(T), rffi.ptradd(p, i))[0])


def check(f, *args):
    return f(*args) + len(args)


def entry_point(argv):
    p = lltype.malloc(rffi.CCHARP.TO, 16, flavor='raw')
    for i in range(16):
        p[i] = chr(i)
    print(failed(load, lltype.Signed, p, 3), failed(load, lltype.Signed, p, 8), failed(load, rffi.INT, p, 4))
    print(load(lltype.Signed, p, 8), load(rffi.INT, p, 8), check(load, rffi.SHORT, p, 0))
    pair = (lltype.Signed, len(argv))
    print(pair[1])
    lltype.free(p, flavor='raw')
    return 0


def target(driver, args):
    return entry_point, None
