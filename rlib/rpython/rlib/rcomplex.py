"""Complex numbers as pairs of floats: functions take and give (real, imaginary)."""
import math

from rpython.rlib.rfloat import isfinite, isinf, isnan

DBL_MIN = 2.2250738585072014e-308


def c_add(x, y):
    return x[0] + y[0], x[1] + y[1]


def c_sub(x, y):
    return x[0] - y[0], x[1] - y[1]


def c_mul(x, y):
    return x[0] * y[0] - x[1] * y[1], x[0] * y[1] + x[1] * y[0]


def c_div(x, y):
    """ZeroDivisionError for y = 0. The larger part of y divides first, so that nothing overflows early."""
    a, b = y
    if abs(a) >= abs(b):
        if a == 0.0:
            raise ZeroDivisionError
        q = b / a
        d = a + b * q
        return (x[0] + x[1] * q) / d, (x[1] - x[0] * q) / d
    if abs(b) >= abs(a):
        q = a / b
        d = a * q + b
        return (x[0] * q + x[1]) / d, (x[1] * q - x[0]) / d
    return b + a, b + a         # a part is not a number


def c_neg(r, i):
    return -r, -i


def c_abs(r, i):
    """OverflowError if it is too large."""
    if isinf(r) or isinf(i):
        return float('inf')
    if isnan(r) or isnan(i):
        return float('nan')
    h = math.hypot(r, i)
    if isinf(h):
        raise OverflowError("absolute value too large")
    return h


def c_phase(x, y):
    return math.atan2(y, x)


def c_polar(r, i):
    return c_abs(r, i), math.atan2(i, r)


def c_rect(r, phi):
    if phi == 0.0:
        return r, r * phi
    return r * math.cos(phi), r * math.sin(phi)


def c_isinf(r, i):
    return isinf(r) or isinf(i)


def c_isnan(r, i):
    return isnan(r) or isnan(i)


def c_isfinite(r, i):
    return isfinite(r) and isfinite(i)


def c_exp(x, y):
    """e ** (x + yi)"""
    if isinf(x) and x < 0.0:
        return 0.0 * math.cos(y) if isfinite(y) else 0.0, 0.0 * math.sin(y) if isfinite(y) else 0.0
    if x > 708.0:
        m = math.exp(x - 1.0)
        r, i = m * math.cos(y) * math.e, m * math.sin(y) * math.e
    else:
        m = math.exp(x)
        r, i = m * math.cos(y), m * math.sin(y)
    if isinf(r) or isinf(i):
        raise OverflowError("math range error")
    return r, i


def c_log(x, y):
    """ValueError for 0."""
    if x == 0.0 and y == 0.0:
        raise ValueError("math domain error")
    ax, ay = abs(x), abs(y)
    if ax > 8e307 or ay > 8e307:
        r = math.log(math.hypot(ax / 2.0, ay / 2.0)) + math.log(2.0)
    elif ax < DBL_MIN and ay < DBL_MIN:
        r = math.log(math.hypot(ax * 2.0 ** 53, ay * 2.0 ** 53)) - 53.0 * math.log(2.0)
    else:
        h = math.hypot(ax, ay)
        if 0.71 <= h <= 1.73:
            big, small = max(ax, ay), min(ax, ay)
            r = math.log1p((big - 1.0) * (big + 1.0) + small * small) / 2.0
        else:
            r = math.log(h)
    return r, math.atan2(y, x)


def c_log10(x, y):
    r, i = c_log(x, y)
    return r / math.log(10.0), i / math.log(10.0)


def c_sqrt(x, y):
    """The root with a real part that is not negative."""
    if x == 0.0 and y == 0.0:
        return 0.0, y
    ax, ay = abs(x), abs(y)
    if ax < DBL_MIN and ay < DBL_MIN:
        ax = ax * 2.0 ** 54
        s = math.sqrt(ax + math.hypot(ax, ay * 2.0 ** 54)) * 2.0 ** -27 / math.sqrt(2.0)
    else:
        ax = ax / 8.0
        s = 2.0 * math.sqrt(ax + math.hypot(ax, ay / 8.0))
    d = ay / (2.0 * s)
    if x >= 0.0:
        return s, math.copysign(d, y)
    return d, math.copysign(s, y)


def c_pow(x, y):
    """x ** y; ZeroDivisionError for 0 to a power that is negative or complex."""
    if y[0] == 0.0 and y[1] == 0.0:
        return 1.0, 0.0
    if x[0] == 0.0 and x[1] == 0.0:
        if y[1] != 0.0 or y[0] < 0.0:
            raise ZeroDivisionError
        return 0.0, 0.0
    if y[0] == 1.0 and y[1] == 0.0:
        return x
    m = math.hypot(x[0], x[1])
    at = math.atan2(x[1], x[0])
    size = math.pow(m, y[0])
    phase = at * y[0]
    if y[1] != 0.0:
        size = size * math.exp(-at * y[1])
        phase += y[1] * math.log(m)
    return size * math.cos(phase), size * math.sin(phase)


def c_cosh(x, y):
    if abs(x) > 708.0:
        m = math.copysign(1.0, x)
        r = math.cos(y) * math.cosh(x - m) * math.e
        i = math.sin(y) * math.sinh(x - m) * math.e
    else:
        r = math.cos(y) * math.cosh(x)
        i = math.sin(y) * math.sinh(x)
    if isinf(r) or isinf(i):
        raise OverflowError("math range error")
    return r, i


def c_sinh(x, y):
    if abs(x) > 708.0:
        m = math.copysign(1.0, x)
        r = math.cos(y) * math.sinh(x - m) * math.e
        i = math.sin(y) * math.cosh(x - m) * math.e
    else:
        r = math.cos(y) * math.sinh(x)
        i = math.sin(y) * math.cosh(x)
    if isinf(r) or isinf(i):
        raise OverflowError("math range error")
    return r, i


def c_tanh(x, y):
    if abs(x) > 354.0:
        return math.copysign(1.0, x), 4.0 * math.sin(y) * math.cos(y) * math.exp(-2.0 * abs(x))
    tx = math.tanh(x)
    ty = math.tan(y)
    cx = 1.0 / math.cosh(x)
    t = tx * ty
    d = 1.0 + t * t
    return tx * (1.0 + ty * ty) / d, (ty / d) * cx * cx


def c_cos(r, i):
    return c_cosh(-i, r)


def c_sin(r, i):
    a, b = c_sinh(-i, r)
    return b, -a


def c_tan(r, i):
    a, b = c_tanh(-i, r)
    return b, -a


def c_asinh(x, y):
    if abs(x) > 8e307 / 4.0 or abs(y) > 8e307 / 4.0:
        r = math.copysign(math.log(math.hypot(x / 2.0, y / 2.0)) + math.log(2.0) * 2.0, x)
        return r, math.atan2(y, abs(x))
    s1 = c_sqrt(1.0 + y, -x)
    s2 = c_sqrt(1.0 - y, x)
    return math.asinh(s1[0] * s2[1] - s2[0] * s1[1]), math.atan2(y, s1[0] * s2[0] - s1[1] * s2[1])


def c_asin(x, y):
    a, b = c_asinh(-y, x)
    return b, -a


def c_acos(x, y):
    if abs(x) > 8e307 / 4.0 or abs(y) > 8e307 / 4.0:
        r = math.log(math.hypot(x / 2.0, y / 2.0)) + math.log(2.0) * 2.0
        return math.atan2(abs(y), x), -math.copysign(r, y)
    s1 = c_sqrt(1.0 - x, -y)
    s2 = c_sqrt(1.0 + x, y)
    return 2.0 * math.atan2(s1[0], s2[0]), math.asinh(s2[0] * s1[1] - s2[1] * s1[0])


def c_acosh(x, y):
    if abs(x) > 8e307 / 4.0 or abs(y) > 8e307 / 4.0:
        return math.log(math.hypot(x / 2.0, y / 2.0)) + math.log(2.0) * 2.0, math.atan2(y, x)
    s1 = c_sqrt(x - 1.0, y)
    s2 = c_sqrt(x + 1.0, y)
    return math.asinh(s1[0] * s2[0] + s1[1] * s2[1]), 2.0 * math.atan2(s1[1], s2[0])


def c_atanh(x, y):
    if x < 0.0 or (x == 0.0 and math.copysign(1.0, x) < 0.0):
        a, b = c_atanh(-x, -y)
        return -a, -b
    ay = abs(y)
    if x > 1e154 or ay > 1e154:
        h = math.hypot(x / 2.0, y / 2.0)
        return x / 4.0 / h / h, -math.copysign(math.pi / 2.0, -y)
    if x == 1.0 and ay < 1e-154:
        if ay == 0.0:
            raise ValueError("math domain error")
        return -math.log(math.sqrt(ay) / math.sqrt(math.hypot(ay, 2.0))), math.copysign(math.atan2(2.0, -ay) / 2.0, y)
    return (math.log1p(4.0 * x / ((1.0 - x) * (1.0 - x) + ay * ay)) / 4.0,
            -math.atan2(-2.0 * y, (1.0 - x) * (1.0 + x) - ay * ay) / 2.0)


def c_atan(x, y):
    a, b = c_atanh(-y, x)
    return b, -a
