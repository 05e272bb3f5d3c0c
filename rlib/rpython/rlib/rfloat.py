"""Floats: formatting, parsing and special values."""

import math

INFINITY = float('inf')
NAN = float('nan')

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


def string_to_float(s):
    """`float(s)`, which raises ValueError."""
    return float(s)


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


def formatd(x, code, precision, flags=0):
    """The float as text, with a C conversion letter ('r' for the shortest exact one)."""
    if isnan(x):
        return 'nan'
    if isinf(x):
        if x < 0.0:
            return '-inf'
        if flags & DTSF_SIGN:
            return '+inf'
        return 'inf'
    if code == 'E' or code == 'G' or code == 'F':
        s = float_text(x, code.lower(), precision, flags & DTSF_ALT != 0).upper()
    else:
        s = float_text(x, code, precision, flags & DTSF_ALT != 0)
    if code == 'r':
        if not flags & DTSF_ADD_DOT_0 and s.endswith('.0'):
            end = len(s) - 2
            assert end >= 0
            s = s[:end]
    elif flags & DTSF_ADD_DOT_0 and '.' not in s and 'e' not in s and 'E' not in s:
        s += '.0'
    if flags & DTSF_SIGN and not s.startswith('-'):
        s = '+' + s
    return s


def double_to_string(value, tp, precision, flags):
    """Text and kind (DIST_FINITE, DIST_NAN, DIST_INFINITY) of the float."""
    if isnan(value):
        return 'nan', DIST_NAN
    if isinf(value):
        return ('inf' if value > 0 else '-inf'), DIST_INFINITY
    return formatd(value, tp, precision, flags), DIST_FINITE


def round_double(value, ndigits, half_even=False):
    """The float rounded to `ndigits` decimals: halves away from zero, or to even."""
    if not isfinite(value):
        return value
    if half_even:
        return float(round(value, ndigits))
    scale = 10.0 ** abs(ndigits)
    y = value * scale if ndigits >= 0 else value / scale
    if not isfinite(y):
        return value
    z = math.floor(abs(y) + 0.5)
    if abs(abs(y) - z) == 1.0:
        z = math.floor(abs(y))
    z = math.copysign(z, value)
    return z / scale if ndigits >= 0 else z * scale


def round_away(x):
    """Rounds halves away from zero."""
    return math.copysign(math.floor(abs(x) + 0.5), x)


def float_as_rbigint_ratio(value):
    n, d = value.as_integer_ratio()
    return n, d
