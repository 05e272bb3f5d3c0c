"""Functions of C's mathematical library, as they are (`math_fmod`), and those of the module `math` (`ll_math_fmod`)."""

import math

from rpython.rlib import rfloat
from rpython.rtyper.lltypesystem import rffi
from rpython.translator.tool.cbuild import ExternalCompilationInfo

_eci = ExternalCompilationInfo(includes=['math.h'], libraries=['m'])


def _external(name, arguments, **options):
    return rffi.llexternal(name, arguments, rffi.DOUBLE, compilation_info=_eci, **options)


_ONE, _TWO = [rffi.DOUBLE], [rffi.DOUBLE, rffi.DOUBLE]
math_fabs = _external('fabs', _ONE, elidable_function=True)
math_log = _external('log', _ONE)
math_log10 = _external('log10', _ONE)
math_log1p = _external('log1p', _ONE, save_err=rffi.RFFI_FULL_ERRNO_ZERO)
math_copysign = _external('copysign', _TWO, elidable_function=True)
math_atan2 = _external('atan2', _TWO)
math_ldexp = _external('ldexp', [rffi.DOUBLE, rffi.INT], save_err=rffi.RFFI_FULL_ERRNO_ZERO)
math_pow = _external('pow', _TWO, save_err=rffi.RFFI_FULL_ERRNO_ZERO)
math_fmod = _external('fmod', _TWO, save_err=rffi.RFFI_FULL_ERRNO_ZERO)
math_hypot = _external('hypot', _TWO, save_err=rffi.RFFI_FULL_ERRNO_ZERO)
math_floor = _external('floor', _ONE, elidable_function=True)
math_sqrt = _external('sqrt', _ONE)
math_sin = _external('sin', _ONE, elidable_function=True)
math_cos = _external('cos', _ONE, elidable_function=True)


def sqrt_nonneg(x):
    """The square root of what is not negative."""
    return math.sqrt(x)


def ll_math_isnan(y):
    return rfloat.isnan(y)


def ll_math_isinf(y):
    return rfloat.isinf(y)


def ll_math_isfinite(y):
    return rfloat.isfinite(y)


def ll_math_atan2(y, x):
    return math.atan2(y, x)


def ll_math_frexp(x):
    return math.frexp(x)


def ll_math_ldexp(x, exp):
    return math.ldexp(x, exp)


def ll_math_modf(x):
    return math.modf(x)


def ll_math_fmod(x, y):
    return math.fmod(x, y)


def ll_math_hypot(x, y):
    return math.hypot(x, y)


def ll_math_pow(x, y):
    return math.pow(x, y)


def ll_math_sqrt(x):
    return math.sqrt(x)


def ll_math_log(x):
    return math.log(x)


def ll_math_log10(x):
    return math.log10(x)


def ll_math_log1p(x):
    return math.log1p(x)


def ll_math_sin(x):
    return math.sin(x)


def ll_math_cos(x):
    return math.cos(x)
