"""Functions of the module math that give several values, or ints."""

from rpython.rtyper.lltypesystem import lltype
from rpython.rtyper.lltypesystem.lloperation import llop
from rpython.rtyper.lltypesystem.rffi import llexternal

c_frexp = llexternal("tw_frexp", [lltype.Float, lltype.Address], lltype.Float)
c_ldexp = llexternal("tw_ldexp", [lltype.Float, lltype.Signed], lltype.Float)
c_trunc = llexternal("trunc", [lltype.Float], lltype.Float, includes=["<math.h>"])


def isfinite(x):
    return x - x == 0.0


def frexp(x):
    cell = llop.raw_malloc(lltype.Address, 8)
    m = c_frexp(x, cell)
    e = llop.raw_load(lltype.Signed, cell, 0)
    llop.raw_free(lltype.Void, cell)
    return m, e


def ldexp(x, e):
    result = c_ldexp(x, e)
    if not isfinite(result) and isfinite(x):
        raise OverflowError("math range error")
    return result


def modf(x):
    if x - x != 0.0:
        if x != x:
            return x, x
        return 0.0 if x > 0.0 else -0.0, x
    whole = c_trunc(x)
    rest = x - whole
    if rest == 0.0 and x < 0.0:
        rest = -0.0
    return rest, whole


def trunc(x):
    return int(x)


def gcd(a, b):
    while b:
        a, b = b, a % b
    return -a if a < 0 else a
