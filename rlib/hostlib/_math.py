"""Further parts of `math`, for import time and run time."""

import math
from rpython.rlib.longlong2float import float2longlong, longlong2float

# Lanczos' approximation with 13 terms: gamma(x) = P(x) / Q(x) * (x + G - 0.5) ** (x - 0.5) / exp(x + G - 0.5)
_G = 6.024680040776729583740234375
_G_MINUS_HALF = 5.524680040776729583740234375
_P = [23531376880.410759688572007674451636754734846804940,
      42919803642.649098768957899047001988850926355848959,
      35711959237.355668049440185451547166705960488635843,
      17921034426.037209699919755754458931112671403265390,
      6039542586.3520280050642916443072979210699388420708,
      1439720407.3117216736632230727949123939715485786372,
      248874557.86205415651146038641322942321632125127801,
      31426415.585400194380614231628318205362874684987640,
      2876370.6289353724412254090516208496135991145378768,
      186056.26539522349504029498971604569928220784236328,
      8071.6720023658162106380029022722506138218516325024,
      210.82427775157934587250973392071336271166969580291,
      2.5066282746310002701649081771338373386264310793408]
# x * (x + 1) * … * (x + 11)
_Q = [0.0, 39916800.0, 120543840.0, 150917976.0, 105258076.0, 45995730.0, 13339535.0, 2637558.0, 357423.0, 32670.0,
      1925.0, 66.0, 1.0]
_LOG_PI = 1.144729885849400174143427351353058711647


def _finite(x):
    return x - x == 0.0


def _ratio(x):
    """P(x) / Q(x), without overflow for large x."""
    p = 0.0
    q = 0.0
    if x < 5.0:
        for i in range(12, -1, -1):
            p = p * x + _P[i]
            q = q * x + _Q[i]
    else:
        for i in range(13):
            p = p / x + _P[i]
            q = q / x + _Q[i]
    return p / q


def _sine_of_pi(x):
    """sin(pi * x)"""
    y = math.fmod(abs(x), 2.0)
    eighth = int(2.0 * y + 0.5)
    if eighth == 0:
        r = math.sin(math.pi * y)
    elif eighth == 1:
        r = math.cos(math.pi * (y - 0.5))
    elif eighth == 2:
        r = math.sin(math.pi * (1.0 - y))
    elif eighth == 3:
        r = -math.cos(math.pi * (y - 1.5))
    else:
        r = math.sin(math.pi * (y - 2.0))
    return math.copysign(1.0, x) * r


def gamma(number):
    x = float(number)
    if not _finite(x):
        if x < 0.0:
            raise ValueError("math domain error")
        return x
    if x == 0.0:
        raise ValueError("math domain error")
    size = abs(x)
    if size < 4503599627370496.0 and x == float(int(x)):
        if x < 0.0:
            raise ValueError("math domain error")
        if x <= 23.0:
            product = 1.0
            for i in range(2, int(x)):
                product *= i
            return product
    elif size >= 4503599627370496.0 and x < 0.0:
        raise ValueError("math domain error")
    if size < 1e-20:
        r = 1.0 / x
        if not _finite(r):
            raise OverflowError("math range error")
        return r
    if size > 200.0:
        if x < 0.0:
            return 0.0 / _sine_of_pi(x)
        raise OverflowError("math range error")
    y = size + _G_MINUS_HALF
    # what the sum lost
    if size > _G_MINUS_HALF:
        lost = (y - size) - _G_MINUS_HALF
    else:
        lost = (y - _G_MINUS_HALF) - size
    correction = lost * _G / y
    if x < 0.0:
        r = -math.pi / _sine_of_pi(size) / size * math.exp(y) / _ratio(size)
        r -= correction * r
        if size < 140.0:
            r /= math.pow(y, size - 0.5)
        else:
            half = math.pow(y, size / 2.0 - 0.25)
            r /= half
            r /= half
    else:
        r = _ratio(size) / math.exp(y)
        r += correction * r
        if size < 140.0:
            r *= math.pow(y, size - 0.5)
        else:
            half = math.pow(y, size / 2.0 - 0.25)
            r *= half
            r *= half
    if not _finite(r):
        raise OverflowError("math range error")
    return r


def lgamma(number):
    x = float(number)
    if not _finite(x):
        return abs(x)
    size = abs(x)
    if x <= 2.0 and (size >= 4503599627370496.0 or x == float(int(x))):
        if x <= 0.0:
            raise ValueError("math domain error")
        return 0.0
    if size < 1e-20:
        return -math.log(size)
    r = math.log(_ratio(size)) - _G
    r += (size - 0.5) * (math.log(size + _G - 0.5) - 1.0)
    if x < 0.0:
        r = _LOG_PI - math.log(abs(_sine_of_pi(size))) - math.log(size) - r
    if not _finite(r):
        raise OverflowError("math range error")
    return r


def nextafter(a, b):
    x = float(a)
    y = float(b)
    if x != x:
        return x
    if y != y or x == y:
        return y
    if x == 0.0:
        return math.copysign(longlong2float(1), y)
    bits = float2longlong(x)
    # Away from zero the number of the bits grows.
    if (y > x) == (x > 0.0):
        return longlong2float(bits + 1)
    return longlong2float(bits - 1)


def ulp(number):
    x = abs(float(number))
    if x - x != 0.0:
        return x
    up = nextafter(x, math.inf)
    if up - up != 0.0:
        return x - nextafter(x, 0.0)
    return up - x
