"""The bits of a float as an int, and back."""

import struct

from rpython.rlib.objectmodel import specialize
from rpython.rlib.rarithmetic import r_singlefloat, intmask
from rpython.rtyper.lltypesystem import rffi


def float2longlong(floatval):
    return struct.unpack('q', struct.pack('d', floatval))[0]


def longlong2float(llval):
    return struct.unpack('d', struct.pack('q', llval))[0]


def singlefloat2uint(singlefloatval):
    """The 32 bits of a single-precision float."""
    return rffi.cast(rffi.UINT, _single_bits(singlefloatval))


def uint2singlefloat(ival):
    """The single-precision float with these 32 bits."""
    return _bits_single(intmask(ival))


def _single_bits(x):
    return struct.unpack('I', struct.pack('f', float(x)))[0]


def _bits_single(i):
    return r_singlefloat(struct.unpack('f', struct.pack('I', i & 0xffffffff))[0])


# NaNs with a payload that no computation gives, for boxing

def can_encode_float(value):
    """Can the value be kept as a float with `longlong2float` and back?"""
    return float2longlong(value) & -0x1000000000000 != NAN_PATTERN


CAN_ALWAYS_ENCODE_INT32 = False      # an int of 64 bits may be too large


def maybe_decode_longlong_as_float(value):
    """The number that a word stands for, as a float: an encoded int, or a float's own bits."""
    if is_int32_from_longlong_nan(value):
        return float(decode_int32_from_longlong_nan(value))
    return longlong2float(value)


def can_encode_int32(value):
    return -2147483648 <= value <= 2147483647


NAN_PATTERN = -0x2000000000000  # the bits of a negative quiet NaN: 0xfffe << 48


def encode_int32_into_longlong_nan(value):
    return (value & 0xffffffff) | NAN_PATTERN


def decode_int32_from_longlong_nan(value):
    value &= 0xffffffff
    if value & 0x80000000:
        value -= 0x100000000
    return value


def is_int32_from_longlong_nan(value):
    return value & -0x1000000000000 == NAN_PATTERN


maybe_available = True
