"""rarithmetic at the edges: integer types with wrap-around, shifts, divisions of C, overflow checks, parsing with bases, byte order,
casts between widths, highest bits."""
from rpython.rlib import rarithmetic
from rpython.rlib.rarithmetic import (intmask, longlongmask, r_uint, r_longlong, r_ulonglong, r_int32, r_uint32, r_int64, r_uint64,
                                      ovfcheck, ovfcheck_float_to_int, is_valid_int, int_between, int_c_div, int_c_mod, uint_mul_high,
                                      widen, LONG_BIT, LONG_MASK, maxint, string_to_int, byteswap, highest_bit, mulmod)
from rpython.rlib.rstring import ParseStringError, ParseStringOverflowError
from rpython.rlib.unroll import unrolling_iterable
from rpython.rtyper.lltypesystem import lltype, rffi

MININT = -maxint - 1
EDGES = [0, 1, -1, 2, -2, 63, 64, 255, 256, 0x7fffffff, 0x80000000, -0x80000000, 0xffffffff, 1 << 32, maxint - 1, maxint, MININT, MININT + 1]
CHECKED = unrolling_iterable([("add", lambda a, b: ovfcheck(a + b)), ("sub", lambda a, b: ovfcheck(a - b)),
                              ("mul", lambda a, b: ovfcheck(a * b))])
DIVISIONS = unrolling_iterable([("//", lambda a, b: ovfcheck(a // b)), ("%", lambda a, b: ovfcheck(a % b))])


def overflows():
    for name, op in CHECKED:
        n = 0
        h = 0
        for a in EDGES:
            for b in EDGES:
                try:
                    h = intmask(h * 31 + op(a, b))
                except OverflowError:
                    n += 1
        print("%s: %d overflow, %d" % (name, n, h))
    for name, op in DIVISIONS:
        zero = over = h = 0
        for a in EDGES:
            for b in EDGES:
                try:
                    h = intmask(h * 31 + op(a, b))
                except ZeroDivisionError:
                    zero += 1
                except OverflowError:
                    over += 1
        print("%s: %d by zero, %d overflow, %d" % (name, zero, over, h))
    n = 0
    for a in EDGES:
        for by in range(0, 64, 7):
            try:
                ovfcheck(a << by)
            except OverflowError:
                n += 1
        try:
            ovfcheck(-a)
        except OverflowError:
            n += 1000
        try:
            ovfcheck(abs(a))
        except OverflowError:
            n += 1000
    print(n)


def hash_of(n, value):
    return intmask(n * 1000003) ^ value


def unsigned():
    h = 0
    for a in EDGES:
        for b in EDGES:
            x = r_uint(a)
            y = r_uint(b)
            h = hash_of(h, intmask(x + y))
            h = hash_of(h, intmask(x * y))
            h = hash_of(h, intmask(x - y))
            h = hash_of(h, intmask(x ^ y))
            h = hash_of(h, intmask(x >> (b & 63)))
            h = hash_of(h, intmask(x << (b & 63)))
            h = hash_of(h, int(x < y) + 2 * int(x <= y) + 4 * int(x == y))
            if b != 0:
                h = hash_of(h, intmask(x // y))
                h = hash_of(h, intmask(x % y))
            h = hash_of(h, intmask(uint_mul_high(x, y)))
    print(h)


def narrow():
    out = []
    for a in EDGES:
        small = r_uint32(a & 0xffffffff)
        signed = intmask(rffi.cast(rffi.INT, a))
        short = intmask(rffi.cast(rffi.SHORT, a))
        byte = intmask(rffi.cast(rffi.UCHAR, a))
        out.append("%d/%d/%d/%d" % (intmask(small), signed, short, byte))
    print(" ".join(out))
    x = r_uint32(0xffffffff)
    print(intmask(x), intmask(x + r_uint32(1)), intmask(x * x), intmask(x >> 4), intmask(~r_uint32(0)))
    a = r_int32(0x7fffffff)
    print(intmask(a), widen(a) + 1, intmask(r_int32(-5)))
    print(r_int64(1) << 40, r_longlong(-1) >> 3, r_ulonglong(1) << 63 == r_uint64(1) << 63)
    print(longlongmask(r_ulonglong(MININT)), intmask(r_ulonglong(-1)))


def c_divisions():
    out = []
    for a in [7, -7, 0, MININT + 1, maxint]:
        for b in [2, -2, 3, -3, 1]:
            out.append("%d,%d" % (int_c_div(a, b), int_c_mod(a, b)))
            assert int_c_div(a, b) * b + int_c_mod(a, b) == a
            assert (a // b) * b + a % b == a
    print(" ".join(out[:14]))


def parse(s, base):
    try:
        return str(string_to_int(s, base))
    except ParseStringOverflowError as e:
        return "overflow in base %d" % e.parser.base
    except ParseStringError as e:
        return e.msg


def parsing():
    for s, base in [("12", 10), ("-12", 10), ("+7", 10), (" 42 ", 10), ("ff", 16), ("0xff", 16), ("0xff", 0), ("0b101", 0), ("0o17", 0),
                    ("017", 0), ("zz", 36), ("9223372036854775807", 10), ("-9223372036854775808", 10), ("9223372036854775808", 10),
                    ("8", 8), ("", 10), ("-", 10), ("1 2", 10), ("0x", 16), ("12L", 10), ("1" * 64, 2), ("1" * 63, 2)]:
        print("%s base %d: %s" % (s, base, parse(s, base)))
    try:
        string_to_int("1", 37)
    except ParseStringError as e:
        print(e.msg)


def bits(n):
    count = 0
    x = r_uint(n)
    while x:
        x &= x - 1
        count += 1
    return count


def entry_point(argv):
    print(LONG_BIT, LONG_MASK == r_uint(-1), maxint, MININT)
    overflows()
    unsigned()
    narrow()
    c_divisions()
    parsing()
    print([bits(n) for n in EDGES])
    print([highest_bit(1 << i) for i in (0, 5, 31, 62)], mulmod(1 << 40, 1 << 41, 1000003), mulmod(-5, 7, 13))
    print(intmask(byteswap(r_uint(0x0102030405060708))), intmask(byteswap(r_uint32(0x01020304))))
    print([is_valid_int(n) for n in (0, maxint)], int_between(3, 3, 4), int_between(3, 4, 4), int_between(3, 2, 4))
    for x in [1.9, -1.9, 9.2e18, 9.3e18, -9.3e18, 1e300]:
        try:
            print(ovfcheck_float_to_int(x))
        except OverflowError:
            print("too large")
    return 0


def target(driver, args):
    return entry_point, None
