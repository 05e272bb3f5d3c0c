"""The bits of single-precision floats."""

from rpython.rtyper.lltypesystem import lltype
from rpython.rtyper.lltypesystem.rffi import llexternal

c_single_bits = llexternal("tw_single_bits", [lltype.SingleFloat], lltype.Signed)
c_bits_single = llexternal("tw_bits_single", [lltype.Signed], lltype.SingleFloat)


def single_bits(x):
    return c_single_bits(x)


def bits_single(i):
    return c_bits_single(i)
