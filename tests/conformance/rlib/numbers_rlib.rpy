"""rarithmetic and rfloat helpers."""
from rpython.rlib.rarithmetic import string_to_int, ovfcheck_float_to_int, r_longlong, r_ulonglong, r_uint, intmask, widen
from rpython.rlib.rfloat import INFINITY, NAN, isinf, isnan, formatd
from rpython.rlib.longlong2float import float2longlong, longlong2float


def entry_point(argv):
    print(string_to_int("123", 10))
    print(string_to_int("-7f", 16))
    print(ovfcheck_float_to_int(1e10))
    try:
        print(ovfcheck_float_to_int(1e30))
    except OverflowError:
        print("overflow")
    print(isinf(INFINITY))
    print(isnan(NAN))
    print(isnan(1.0))
    print(formatd(3.14159, 'f', 2))
    print(float2longlong(1.5))
    print(longlong2float(4609434218613702656))
    x = r_longlong(5)
    print(intmask(x * 3))
    return 0


def target(driver, args):
    return entry_point, None
