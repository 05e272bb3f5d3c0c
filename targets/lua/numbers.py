"""Numbers: texts, conversions, and the arithmetic that Python's operators do not give."""
import math

from rpython.rlib.longlong2float import float2longlong
from rpython.rlib.rarithmetic import intmask, r_uint
from rpython.rlib.rfloat import copysign, formatd, isinf, isnan

from lua.objects import W_Float, W_Integer, W_String

INF = float('inf')
NAN = float('nan')
MAXINT = 0x7fffffffffffffff
MININT = -0x7fffffffffffffff - 1
TWO63 = 9223372036854775808.0


def float_digits(x):
    """As "%.14g" writes it."""
    if isinf(x):
        return "inf" if x > 0.0 else "-inf"
    if isnan(x):
        return nan_text(x)
    return formatd(x, 'g', 14)


def float_text(x):
    """The same, with a ".0" where it would look like an integer."""
    s = float_digits(x)
    for c in s:
        if c == '.' or c == 'e' or c == 'n':
            return s
    return s + ".0"


def nan_text(x):
    return "-nan" if float2longlong(x) < 0 else "nan"


def number_text(w_num):
    if isinstance(w_num, W_Integer):
        return str(w_num.intval)
    assert isinstance(w_num, W_Float)
    return float_text(w_num.floatval)


def fits_int(x):
    """Whether a float is a whole number in the range of integers."""
    return x >= -TWO63 and x < TWO63 and float(int(x)) == x


def floor_div(a, b):
    """a // b; b is not zero."""
    if b == -1:
        return intmask(-a)
    return a // b


def modulo(a, b):
    if b == -1:
        return 0
    return a % b


def float_floor(x):
    if x >= -4503599627370496.0 and x <= 4503599627370496.0:
        n = float(int(x))
        if n > x:
            n -= 1.0
        if n == 0.0:
            return copysign(0.0, x)
        return n
    return x


def float_div(a, b):
    if b == 0.0:
        if a == 0.0 or isnan(a):
            if isnan(a):
                return a
            return -NAN
        return copysign(INF, a) * copysign(1.0, b)
    return a / b


def float_floor_div(a, b):
    return float_floor(float_div(a, b))


def float_mod(a, b):
    if b == 0.0 or isinf(a):
        if isnan(a) or isnan(b):
            return NAN
        return -NAN
    if isnan(a) or isnan(b):
        return NAN
    if isinf(b):
        if a == 0.0 or (a > 0.0) == (b > 0.0):
            return a
        return b
    r = math.fmod(a, b)
    if r != 0.0 and (r < 0.0) != (b < 0.0):
        r += b
    return r


def float_pow(a, b):
    if b == 2.0:
        return a * a
    if b == 0.5 and a >= 0.0:
        return math.sqrt(a)
    try:
        return math.pow(a, b)
    except OverflowError:
        if a < 0.0 and math.fmod(b, 2.0) != 0.0:
            return -INF
        return INF
    except ValueError:
        if a == 0.0:
            if copysign(1.0, a) < 0.0 and not isinf(b) and math.fmod(b, 2.0) != 0.0:
                return -INF
            return INF
        return -NAN


def shift_left(a, n):
    if n <= -64 or n >= 64:
        return 0
    if n >= 0:
        return intmask(r_uint(a) << n)
    return intmask(r_uint(a) >> (-n))


def int_lt_float(i, x):
    """i < x, exactly."""
    if isnan(x):
        return False
    if -9007199254740992 <= i and i <= 9007199254740992:
        return float(i) < x
    if x >= TWO63:
        return True
    if x <= -TWO63:
        return False
    # i is far from zero: x's fraction matters only if x is near, and then x is whole
    return i < ceil_int(x)


def int_le_float(i, x):
    if isnan(x):
        return False
    if -9007199254740992 <= i and i <= 9007199254740992:
        return float(i) <= x
    if x >= TWO63:
        return True
    if x < -TWO63:
        return False
    return i <= floor_int(x)


def float_lt_int(x, i):
    if isnan(x):
        return False
    return not int_le_float(i, x)


def float_le_int(x, i):
    if isnan(x):
        return False
    return not int_lt_float(i, x)


def floor_int(x):
    """The floor of a float in the range of integers."""
    n = int(x)
    if float(n) > x:
        n -= 1
    return n


def ceil_int(x):
    n = int(x)
    if float(n) < x:
        n += 1
    return n


def int_eq_float(i, x):
    return fits_int(x) and int(x) == i


# ____________________________________________________________
# texts to numbers


def is_space(c):
    return c == ' ' or ('\t' <= c and c <= '\r')


def is_digit(c):
    return '0' <= c and c <= '9'


def hex_digit(c):
    """-1 if it is none."""
    if '0' <= c and c <= '9':
        return ord(c) - 48
    if 'a' <= c and c <= 'f':
        return ord(c) - 87
    if 'A' <= c and c <= 'F':
        return ord(c) - 55
    return -1


def parse_number(s):
    """The number that a text stands for, or None. Blanks around it and a sign are allowed."""
    start = 0
    end = len(s)
    while start < end and is_space(s[start]):
        start += 1
    while end > start and is_space(s[end - 1]):
        end -= 1
    negative = False
    if start < end and (s[start] == '-' or s[start] == '+'):
        negative = s[start] == '-'
        start += 1
    if start >= end:
        return None
    if s[start] == '0' and start + 1 < end and (s[start + 1] == 'x' or s[start + 1] == 'X'):
        return parse_hex(s, start + 2, end, negative)
    return parse_decimal(s, start, end, negative)


def parse_decimal(s, start, end, negative):
    i = start
    digits = 0
    whole = True
    while i < end and is_digit(s[i]):
        i += 1
        digits += 1
    if i < end and s[i] == '.':
        whole = False
        i += 1
        while i < end and is_digit(s[i]):
            i += 1
            digits += 1
    if digits == 0:
        return None
    if i < end and (s[i] == 'e' or s[i] == 'E'):
        whole = False
        i += 1
        if i < end and (s[i] == '+' or s[i] == '-'):
            i += 1
        if i >= end:
            return None
        while i < end and is_digit(s[i]):
            i += 1
        if not is_digit(s[i - 1]):
            return None
    if i != end:
        return None
    if whole:
        n = 0
        fits = True
        for k in range(start, end):
            d = ord(s[k]) - 48
            if n > 922337203685477580 or (n == 922337203685477580 and d > 7 and not (negative and d == 8)):
                fits = False
                break
            n = intmask(n * 10 + d)
        if fits:
            return W_Integer(intmask(-n) if negative else n)
    x = float(s[start:end])
    return W_Float(-x if negative else x)


def parse_hex(s, start, end, negative):
    i = start
    n = 0
    mantissa = 0.0
    exponent = 0
    digits = 0
    whole = True
    while i < end:
        c = s[i]
        d = hex_digit(c)
        if d >= 0:
            n = intmask(n * 16 + d)
            mantissa = mantissa * 16.0 + float(d)
            digits += 1
            if not whole:
                exponent -= 4
        elif c == '.' and whole:
            whole = False
        else:
            break
        i += 1
    if digits == 0:
        return None
    if i < end and (s[i] == 'p' or s[i] == 'P'):
        whole = False
        i += 1
        sign = 1
        if i < end and (s[i] == '+' or s[i] == '-'):
            sign = -1 if s[i] == '-' else 1
            i += 1
        if i >= end:
            return None
        e = 0
        while i < end and is_digit(s[i]):
            if e < 100000:
                e = e * 10 + ord(s[i]) - 48
            i += 1
        exponent += sign * e
    if i != end:
        return None
    if whole:
        return W_Integer(intmask(-n) if negative else n)
    try:
        x = math.ldexp(mantissa, exponent)
    except OverflowError:
        x = INF
    return W_Float(-x if negative else x)


# ____________________________________________________________
# values to numbers


def to_number(w_value):
    """Numbers as they are, texts of numbers converted; None for anything else."""
    if isinstance(w_value, W_Integer) or isinstance(w_value, W_Float):
        return w_value
    if isinstance(w_value, W_String):
        return parse_number(w_value.strval)
    return None


def as_float(w_num):
    if isinstance(w_num, W_Integer):
        return float(w_num.intval)
    assert isinstance(w_num, W_Float)
    return w_num.floatval
