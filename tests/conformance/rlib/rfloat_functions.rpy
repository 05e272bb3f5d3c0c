# rpython.rlib.rfloat, longlong2float and the parts of floats.
import math
from rpython.rlib import rfloat
from rpython.rlib.rfloat import formatd, double_to_string, round_double, DTSF_ALT, DTSF_ADD_DOT_0, DTSF_SIGN, \
    DTSF_CUT_EXP_0, INFINITY, NAN, isnan, isinf, isfinite, copysign, string_to_float, rstring_to_float
from rpython.rlib.longlong2float import float2longlong, longlong2float, singlefloat2uint, uint2singlefloat, \
    encode_int32_into_longlong_nan, decode_int32_from_longlong_nan, is_int32_from_longlong_nan, can_encode_float
from rpython.rlib.rarithmetic import r_singlefloat, ParseStringError, intmask, widen
from rpython.rlib.rgc import ll_arraycopy
from rpython.rlib.nonconst import NonConstant
from rpython.rlib import jit

VALUES = [0.0, 1.0, -1.5, 3.14159265358979, 1e22, 1e-7, 123456789.125, 1e100, 0.1, 2.5, 1e16]


def add(a, b):
    return a + b


class Log(object):
    def __init__(self):
        self.n = 0

    def bump(self, by):
        self.n += by


def entry_point(argv):
    for v in VALUES:
        print(formatd(v, "r", 0) + " " + formatd(v, "r", 0, DTSF_ADD_DOT_0) + " " + formatd(v, "f", 3) + " "
              + formatd(v, "e", 2) + " " + formatd(v, "g", 6) + " " + formatd(v, "g", 6, DTSF_ALT | DTSF_SIGN))
        print(formatd(v, "g", 12, DTSF_ADD_DOT_0), formatd(v, "e", 4, DTSF_CUT_EXP_0))
    for v in [INFINITY, -INFINITY, NAN, 1.0]:
        s, kind = double_to_string(v, "r", 0, 0)
        print(s, kind, isnan(v), isinf(v), isfinite(v))
    for v, n in [(2.675, 2), (0.5, 0), (1.5, 0), (2.5, 0), (-2.5, 0), (1234.5678, -2), (1.005, 2), (0.125, 2), (1e20, 3)]:
        print(formatd(round_double(v, n), "r", 0), formatd(round_double(v, n, half_even=True), "r", 0))
    print(copysign(3.0, -0.0), string_to_float(" 12.5 "), rstring_to_float("1e3"))
    try:
        string_to_float("1x")
    except ParseStringError:
        print("ParseStringError")
    for v in VALUES:
        m, e = math.frexp(v)
        f, w = math.modf(v)
        print("%.17g %d %.17g %.17g %r" % (m, e, f, w, math.ldexp(m, e) == v))
    try:
        math.ldexp(1.0, 5000)
    except OverflowError:
        print("OverflowError")
    print(float2longlong(1.5), longlong2float(float2longlong(-2.25)))
    print(intmask(singlefloat2uint(r_singlefloat(1.5))), float(uint2singlefloat(singlefloat2uint(r_singlefloat(-0.75)))))
    for i in [0, 1, -1, 2147483647, -2147483648]:
        b = encode_int32_into_longlong_nan(i)
        print(decode_int32_from_longlong_nan(b) == i, is_int32_from_longlong_nan(b))
    print(can_encode_float(1.0), is_int32_from_longlong_nan(float2longlong(2.0)))
    l = [1, 2, 3, 4, 5]
    ll_arraycopy(l, l, 0, 1, 4)
    print(l[0], l[1], l[2], l[3], l[4])
    names = ["a", "b", "c"]
    out = ["", "", ""]
    ll_arraycopy(names, out, 1, 0, 2)
    print(",".join(out))
    log = Log()
    for i in range(4):
        jit.conditional_call(i % 2 == 0, log.bump, i + 10)
    print(log.n, jit.conditional_call_elidable(0, add, 3, 4), jit.conditional_call_elidable(9, add, 3, 4))
    print(NonConstant(5) + 1)
    print(math.gcd(12, 18), math.trunc(-2.7), rfloat.float_hex_digits(0.1))
    return 0


def target(driver, args):
    return entry_point, None
