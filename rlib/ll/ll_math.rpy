"""The functions of module math: the C library's, with Python's errors."""
from _host import program_is_python2
from rpython.rtyper.lltypesystem import lltype
from rpython.rtyper.lltypesystem.lloperation import llop
from rpython.rtyper.lltypesystem.rffi import llexternal

# What Python 3 gives another result for.
_PYTHON2 = program_is_python2()


def c_function(name, nargs):
    return llexternal(name, [lltype.Float] * nargs, lltype.Float, includes=["<math.h>"])


def ll_isinf(x):
    return x == x and (x - x) != 0.0


def ll_isfinite(x):
    return (x - x) == 0.0


def check(x, r):
    """ValueError for a NaN that was not in the argument."""
    if r != r and x == x:
        raise ValueError("math domain error")
    return r


def check_finite(x, r):
    """OverflowError for an infinity that was not in the argument."""
    if r != r and x == x:
        raise ValueError("math domain error")
    if ll_isinf(r) and not ll_isinf(x):
        raise OverflowError("math range error")
    return r


c_log = c_function("log", 1)
c_log2 = c_function("log2", 1)
c_cbrt = c_function("cbrt", 1)
c_remainder = c_function("remainder", 2)
c_log10 = c_function("log10", 1)
c_log1p = c_function("log1p", 1)
c_asin = c_function("asin", 1)
c_acos = c_function("acos", 1)
c_acosh = c_function("acosh", 1)
c_atanh = c_function("atanh", 1)
c_exp = c_function("exp", 1)
c_expm1 = c_function("expm1", 1)
c_sinh = c_function("sinh", 1)
c_cosh = c_function("cosh", 1)
c_sin = c_function("sin", 1)
c_cos = c_function("cos", 1)
c_tan = c_function("tan", 1)
c_atan = c_function("atan", 1)
c_tanh = c_function("tanh", 1)
c_asinh = c_function("asinh", 1)
c_atan2 = c_function("atan2", 2)
c_pow = c_function("pow", 2)
c_fmod = c_function("fmod", 2)
c_hypot = c_function("hypot", 2)
c_fma = c_function("fma", 3)
c_erf = c_function("erf", 1)
c_erfc = c_function("erfc", 1)
c_exp2 = c_function("exp2", 1)


def ll_sqrt(x):
    return check(x, llop.float_sqrt(lltype.Float, x))


def ll_log(x):
    r = c_log(x)
    if ll_isinf(r) and not ll_isinf(x):
        raise ValueError("math domain error")
    return check(x, r)


def ll_log10(x):
    r = c_log10(x)
    if ll_isinf(r) and not ll_isinf(x):
        raise ValueError("math domain error")
    return check(x, r)


def ll_log2(x):
    r = c_log2(x)
    if ll_isinf(r) and not ll_isinf(x):
        raise ValueError("math domain error")
    return check(x, r)


def ll_cbrt(x):
    return c_cbrt(x)


def ll_remainder(x, y):
    r = c_remainder(x, y)
    if r != r and x == x and y == y:
        raise ValueError("math domain error")
    return r


def ll_log1p(x):
    r = c_log1p(x)
    if ll_isinf(r) and not ll_isinf(x):
        raise ValueError("math domain error")
    return check(x, r)


def ll_asin(x):
    r = c_asin(x)
    if ll_isinf(r) and not ll_isinf(x):
        raise ValueError("math domain error")
    return check(x, r)


def ll_acos(x):
    r = c_acos(x)
    if ll_isinf(r) and not ll_isinf(x):
        raise ValueError("math domain error")
    return check(x, r)


def ll_acosh(x):
    r = c_acosh(x)
    if ll_isinf(r) and not ll_isinf(x):
        raise ValueError("math domain error")
    return check(x, r)


def ll_atanh(x):
    r = c_atanh(x)
    if ll_isinf(r) and not ll_isinf(x):
        raise ValueError("math domain error")
    return check(x, r)


def ll_exp(x):
    return check_finite(x, c_exp(x))


def ll_expm1(x):
    return check_finite(x, c_expm1(x))


def ll_sinh(x):
    return check_finite(x, c_sinh(x))


def ll_cosh(x):
    return check_finite(x, c_cosh(x))


def ll_sin(x):
    return check(x, c_sin(x))


def ll_cos(x):
    return check(x, c_cos(x))


def ll_tan(x):
    return check(x, c_tan(x))


def ll_atan(x):
    return check(x, c_atan(x))


def ll_tanh(x):
    return check(x, c_tanh(x))


def ll_asinh(x):
    return check(x, c_asinh(x))


def ll_atan2(x, y):
    return c_atan2(x, y)


def ll_copysign(x, y):
    return llop.float_copysign(lltype.Float, x, y)


def ll_pow(x, y):
    r = c_pow(x, y)
    if ll_isfinite(x) and ll_isfinite(y):
        if r != r or (x == 0.0 and y < 0.0):
            raise ValueError("math domain error")
        if ll_isinf(r):
            raise OverflowError("math range error")
    elif _PYTHON2 and x == 0.0 and y < 0.0:
        raise ValueError("math domain error")
    return r


def ll_fmod(x, y):
    r = c_fmod(x, y)
    if r != r and x == x and y == y:
        raise ValueError("math domain error")
    return r


def ll_hypot(x, y):
    r = c_hypot(x, y)
    if ll_isinf(r) and ll_isfinite(x) and ll_isfinite(y):
        raise OverflowError("math range error")
    return r


def ll_degrees(x):
    return x * (180.0 / 3.141592653589793)


def ll_radians(x):
    return x * (3.141592653589793 / 180.0)


def ll_erf(x):
    return c_erf(x)


def ll_erfc(x):
    return c_erfc(x)


def ll_exp2(x):
    return check_finite(x, c_exp2(x))


def ll_fma(x, y, z):
    """x * y + z, rounded once."""
    r = c_fma(x, y, z)
    if r != r:
        if x == x and y == y and z == z:
            raise ValueError("invalid operation in fma")
    elif ll_isinf(r) and ll_isfinite(x) and ll_isfinite(y) and ll_isfinite(z):
        raise OverflowError("overflow in fma")
    return r
