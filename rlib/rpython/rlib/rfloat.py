"""Floats: formatting, parsing, rounding and special values."""

import math

from rpython.rlib.objectmodel import specialize

INFINITY = float('inf')
NAN = float('nan')
DBL_MANT_DIG = 53
DBL_DIG = 15
DBL_MAX = 1.7976931348623157e308
DBL_MIN = 2.2250738585072014e-308
DBL_EPSILON = 2.220446049250313e-16
DBL_MAX_EXP = 1024
DBL_MIN_EXP = -1021
DBL_MAX_10_EXP = 308
DBL_MIN_10_EXP = -307
FLT_RADIX = 2
FLT_ROUNDS = 1
LONG_MIN = -9223372036854775808
LONG_MAX = 9223372036854775807

# flags of `formatd` and `double_to_string`
DTSF_STR_PRECISION = 12
DTSF_SIGN = 0x1
DTSF_ADD_DOT_0 = 0x2
DTSF_ALT = 0x4
DTSF_CUT_EXP_0 = 0x8

DIST_FINITE = 1
DIST_NAN = 2
DIST_INFINITY = 3


def isinf(x):
    return x == INFINITY or x == -INFINITY


def isnan(x):
    return x != x


def isfinite(x):
    return x - x == 0.0


def copysign(x, y):
    return math.copysign(x, y)


def round_away(x):
    """Rounds to an integral float, halves away from zero."""
    if not isfinite(x):
        return x
    a = abs(x)
    r = a - math.fmod(a, 1.0)
    if a - r >= 0.5:
        r += 1.0
    return copysign(r, x)


round_half_away = round_away


# --- text to float

INVALID_MSG = 'could not convert string to float'

def string_to_float(s):
    """The float that the text denotes; ParseStringError if none."""
    from rpython.rlib.rarithmetic import ParseStringError
    text = s.strip()
    try:
        if text != '' and text.find('_') < 0:
            return float_of_text(text)
    except ValueError:
        pass
    raise ParseStringError(INVALID_MSG)


def rstring_to_float(s):
    """The float that a text of digits denotes; ValueError for all else, also for blanks around it, 'inf' and 'nan'."""
    for c in s:
        if not ('0' <= c <= '9' or c == '.' or c == 'e' or c == 'E' or c == '-' or c == '+'):
            raise ValueError
    return float_of_text(s)


def float_of_text(s):
    """The primitive below `float(s)`: no underscores, ValueError without a message."""
    return float(s)


# --- float to text

def float_text(x, code, precision, alt):
    """The float in the form of a conversion letter ('e', 'f', 'g'; 'r': the shortest text that reads back as the same float);
    alt: always with a point."""
    if isnan(x):
        return 'nan'
    if isinf(x):
        return 'inf' if x > 0 else '-inf'
    if code == 'r':
        return repr(x)
    return ('%' + ('#' if alt else '') + '.' + str(precision) + code) % x


def _cut_exponent(s):
    """The exponent without leading zeros: 1e+07 becomes 1e+7."""
    at = s.find('e')
    if at < 0:
        at = s.find('E')
    if at < 0 or at + 2 >= len(s):
        return s
    i = at + 2
    while i < len(s) - 1 and s[i] == '0':
        i += 1
    return s[:at + 2] + s[i:]


def formatd(x, code, precision, flags=0):
    """The float as text, with a C conversion letter ('r' for the shortest exact one)."""
    if isnan(x):
        s = 'nan'
    elif isinf(x):
        s = 'inf' if x > 0.0 else '-inf'
    else:
        s = _finite_text(x, code.lower(), precision, flags)
    if code == 'E' or code == 'G' or code == 'F':
        s = s.upper()
    if flags & DTSF_SIGN and not isnan(x) and not s.startswith('-'):
        s = '+' + s
    return s


def _finite_text(x, code, precision, flags):
    """A finite float as text, without a sign if it is positive; the code is a small letter."""
    alt = flags & DTSF_ALT != 0
    s = float_text(x, code, precision, alt and code != 'r')
    if code == 'r':
        if not flags & DTSF_ADD_DOT_0 and s.endswith('.0'):
            end = len(s) - (1 if alt else 2)
            assert end >= 0
            s = s[:end]
        elif alt and '.' not in s:
            at = s.find('e')
            assert at >= 0
            s = s[:at] + '.' + s[at:]
    elif flags & DTSF_ADD_DOT_0 and 'e' not in s:
        if code == 'g' and _is_as_long(x, s, precision):
            s = _with_exponent(x, precision, alt)
        elif s.endswith('.'):
            s += '0'
        elif '.' not in s:
            s += '.0'
    if flags & DTSF_CUT_EXP_0:
        s = _cut_exponent(s)
    return s


def _is_as_long(x, s, precision):
    """Has the number as many digits before the point as are asked for? Then no place is left for the one of '.0'."""
    end = s.find('.')
    if end < 0:
        end = len(s)
    digits = end - 1 if s[0] == '-' else end
    return digits == max(precision, 1) and (digits > 1 or abs(x) >= 1.0 or x == 0.0 or s[digits - 1] != '0')


def _with_exponent(x, precision, alt):
    """As 'g' shows numbers that are large; without `alt` there are no zeros at the end of the digits."""
    s = float_text(x, 'e', max(precision, 1) - 1, alt)
    if alt:
        return s
    at = s.find('e')
    assert at >= 0
    end = at
    if '.' in s:
        while end > 0 and s[end - 1] == '0':
            end -= 1
        if end > 0 and s[end - 1] == '.':
            end -= 1
    assert end >= 0
    return s[:end] + s[at:]


def double_to_string(value, tp, precision, flags):
    """Text and kind (DIST_FINITE, DIST_NAN, DIST_INFINITY) of the float."""
    if isnan(value):
        kind = DIST_NAN
    elif isinf(value):
        kind = DIST_INFINITY
    else:
        kind = DIST_FINITE
    return formatd(value, tp, precision, flags), kind


def float_hex_digits(x):
    """The text of `float.hex` for a finite float."""
    m, e = math.frexp(abs(x))
    if m == 0.0:
        return '0x0.0p+0'
    shift = 1 - max(DBL_MIN_EXP - e, 0)
    m = math.ldexp(m, shift)
    e -= shift
    digits = '0123456789abcdef'
    lead = int(m)
    m -= lead
    text = '0x' + digits[lead] + '.'
    for i in range(13):
        m *= 16.0
        d = int(m)
        assert d >= 0
        text += digits[d]
        m -= d
    return text + 'p' + ('-' if e < 0 else '+') + str(abs(e))


# --- rounding

def round_double(value, ndigits, half_even=False):
    """The float rounded to `ndigits` decimals: halves away from zero, or to even; an infinity if the result is too
    large."""
    if value == 0.0 or not isfinite(value):
        return value
    if ndigits > 323:
        return value
    if ndigits < -308:
        return 0.0 * value
    if ndigits >= 0:
        # C rounds the exact value, and halves to even: what is exactly in the middle needs care.
        if not half_even and _is_half(value, ndigits):
            text = float_text(abs(value), 'f', ndigits + 1, False)
            end = len(text) - 1
            assert end >= 0 and text[end] == '5'
            return copysign(float(_next_decimal(text[:end])), value)
        return float(float_text(value, 'f', ndigits, False))
    scale = math.pow(10.0, -ndigits)
    y = value / scale
    z = round_away(y)
    if half_even and abs(y - z) == 0.5:
        z = 2.0 * round_away(y / 2.0)
    return z * scale


def _is_half(value, ndigits):
    """Is the value exactly between two numbers of so many decimals? Then it has one binary digit more behind the point."""
    if ndigits > 52 + 22:
        return False
    m, e = math.frexp(value)
    bits = 0
    while math.fmod(m, 1.0) != 0.0:
        m *= 2.0
        bits += 1
    return bits - e == ndigits + 1


def _next_decimal(text):
    """The decimal number with one more in the last place."""
    digits = []
    carry = True
    i = len(text) - 1
    while i >= 0:
        c = text[i]
        if carry and c != '.':
            carry = c == '9'
            c = '0' if carry else chr(ord(c) + 1)
        digits.append(c)
        i -= 1
    if carry:
        digits.append('1')
    digits.reverse()
    return ''.join(digits)


def log2(x):
    """The logarithm to base 2: exact for powers of 2, and monotonic. ValueError."""
    if not isfinite(x):
        if isnan(x) or x > 0.0:
            return x
        raise ValueError("math domain error")
    if x <= 0.0:
        raise ValueError("math domain error")
    m, e = math.frexp(x)
    if x >= 1.0:
        # between 1 and 2, so that the parts have the same sign
        return math.log(2.0 * m) / math.log(2.0) + (e - 1)
    return math.log(m) / math.log(2.0) + e


def float_as_rbigint_ratio(value):
    """Numerator and denominator of the exact value, as big integers."""
    from rpython.rlib.rbigint import rbigint
    if isinf(value):
        raise OverflowError('cannot convert Infinity to integer ratio')
    if isnan(value):
        raise ValueError('cannot convert NaN to integer ratio')
    m, e = math.frexp(value)
    for i in range(300):
        if math.fmod(m, 1.0) == 0.0:
            break
        m *= 2.0
        e -= 1
    num = rbigint.fromfloat(m)
    den = rbigint.fromint(1)
    if e > 0:
        num = num.lshift(e)
    else:
        den = den.lshift(-e)
    return num, den


# --- functions of C that module math lacked

def log1p(x):
    return math.log1p(x)


def expm1(x):
    return math.expm1(x)


def acosh(x):
    return math.acosh(x)


def asinh(x):
    return math.asinh(x)


def atanh(x):
    return math.atanh(x)


def erf(x):
    return math.erf(x)


def erfc(x):
    return math.erfc(x)


def gamma(x):
    return math.gamma(x)


def lgamma(x):
    return math.lgamma(x)
