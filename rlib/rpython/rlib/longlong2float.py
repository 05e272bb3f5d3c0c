"""The bits of a float as an int, and back."""

import struct


def float2longlong(floatval):
    return struct.unpack('q', struct.pack('d', floatval))[0]


def longlong2float(llval):
    return struct.unpack('d', struct.pack('q', llval))[0]


def singlefloat2uint(singlefloatval):
    from rpython.rlib.rarithmetic import r_uint
    return r_uint(struct.unpack('I', singlefloatval._bytes)[0])


def can_encode_float(value):
    return True


def can_encode_int32(value):
    return -2147483648 <= value <= 2147483647


maybe_available = True
