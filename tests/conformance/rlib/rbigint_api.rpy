# The interface of rbigint: conversions, errors, prebuilt numbers.
from rpython.rlib.rarithmetic import r_uint, intmask, ParseStringError, r_longlong
from rpython.rlib.rbigint import rbigint, InvalidEndiannessError, InvalidSignednessError

HUGE = rbigint.fromlong(2 ** 100 - 1)
TABLE = [rbigint.fromlong(10 ** k) for k in range(0, 40, 13)]


class W_Long(object):
    def __init__(self, num):
        self.num = num


def parse(s, base):
    try:
        return rbigint.fromstr(s, base).str()
    except ParseStringError:
        return "ParseStringError"


def toint(x):
    try:
        return str(x.toint())
    except OverflowError:
        return "OverflowError"


def touint(x):
    try:
        return str(intmask(x.touint()))
    except OverflowError:
        return "OverflowError"
    except ValueError:
        return "ValueError"


def tobytes(x, n, order, signed):
    try:
        return ",".join([str(ord(c)) for c in x.tobytes(n, order, signed)])
    except OverflowError:
        return "OverflowError"
    except InvalidSignednessError:
        return "InvalidSignednessError"


def entry_point(argv):
    print(HUGE.str(), HUGE.repr(), HUGE.hex(), HUGE.oct())
    print(" ".join([x.str() for x in TABLE]))
    for s, base in [("0x1F", 0), ("0b101", 0), ("0o17", 0), ("017", 8), ("zz", 36), ("-  12", 10), ("12L", 10), ("12x", 10),
                    ("", 10), ("1_000", 10), ("99999999999999999999", 10), ("-80000000000000000000", 16)]:
        print(parse(s, base))
    big = rbigint.fromint(9223372036854775807)
    for x in [big, big.int_add(1), big.neg().int_sub(1), big.neg().int_sub(2), HUGE, rbigint.fromint(0)]:
        print(toint(x), touint(x), intmask(x.uintmask()), x.sign, x.tobool(), x.hash() == x.int_add(0).hash())
    for x in [0, 1, 127, 128, 255, 256, -1, -128, -129, 65535]:
        b = rbigint.fromint(x)
        print(tobytes(b, 2, "big", True), tobytes(b, 1, "little", True), tobytes(b, 2, "little", False))
    print(rbigint.frombytes("\x01\x02\x03", "big", False).str(), rbigint.frombytes("\xff\xfe", "little", True).str())
    try:
        rbigint.frombytes("ab", "middle", False)
    except InvalidEndiannessError:
        print("InvalidEndiannessError")
    for f in [0.0, 1.5, -2.7, 1e30, -12345678901234567890.0]:
        print(rbigint.fromfloat(f).str())
    try:
        rbigint.fromfloat(float("inf"))
    except OverflowError:
        print("OverflowError")
    try:
        rbigint.fromfloat(float("nan"))
    except ValueError:
        print("ValueError")
    try:
        HUGE.mod(rbigint.fromint(0))
    except ZeroDivisionError:
        print("ZeroDivisionError")
    try:
        HUGE.lshift(-1)
    except ValueError:
        print("negative shift")
    try:
        HUGE.pow(rbigint.fromint(-1))
    except ValueError:
        print("negative exponent")
    print(rbigint.fromrarith_int(r_uint(18446744073709551615)).str(), rbigint.fromrarith_int(r_longlong(-5)).str())
    print(rbigint.frombool(True).str(), rbigint.frombool(False).str())
    print(HUGE.int_eq(5), HUGE.int_lt(5), HUGE.int_gt(5), HUGE.neg().int_lt(5), rbigint.fromint(7).int_le(7))
    print(HUGE.int_mod(1000).toint(), HUGE.int_floordiv(-7).str(), HUGE.int_pow(3).bit_length())
    print("%.12g" % HUGE.log(0.0), "%.12g" % HUGE.log(2.0), "%.9g" % HUGE.lshift(5000).log(10.0))
    print(HUGE.format("0123456789"), HUGE.format("0123456"), HUGE.format("01234567", "0o"))
    w = W_Long(HUGE)
    w.num = w.num.mul(w.num)
    print(w.num.str(), w.num.numdigits(), w.num.bit_count())
    return 0


def target(driver, args):
    return entry_point, None
