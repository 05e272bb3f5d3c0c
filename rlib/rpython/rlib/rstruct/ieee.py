"""Floats as IEEE 754 bytes."""

import math

from rpython.rlib.longlong2float import float2longlong, longlong2float, singlefloat2uint, uint2singlefloat
from rpython.rlib.objectmodel import specialize
from rpython.rlib.rarithmetic import r_singlefloat, r_uint, intmask, r_ulonglong
from rpython.rlib.rfloat import isinf, isnan


def _chars(bits, size, be):
    chars = ['\x00'] * size
    for i in range(size):
        c = chr((bits >> (8 * i)) & 255)
        if be:
            chars[size - 1 - i] = c
        else:
            chars[i] = c
    return ''.join(chars)


def pack_float(out, *args):
    """The bytes of a float in 2, 4 or 8 bytes. `pack_float(list, x, size, bigendian)` appends them as one string,
    `pack_float(buffer, pos, x, size, bigendian)` sets items of the buffer."""
    if len(args) == 3:
        out.append(float_bytes(args[0], args[1], args[2]))
    else:
        pos, x, size, be = args
        text = float_bytes(x, size, be)
        for i in range(len(text)):
            out.setitem(pos + i, text[i])


def float_bytes(x, size, be):
    """The bytes of the float in 2, 4 or 8 bytes, big-endian or not. OverflowError if it is too large."""
    if size == 8:
        return _chars(float2longlong(x), 8, be)
    if size == 4:
        single = r_singlefloat(x)
        if isinf(float(single)) and not isinf(x):
            raise OverflowError('float too large to pack with f format')
        return _chars(intmask(singlefloat2uint(single)), 4, be)
    if size == 2:
        return _chars(float_pack_half(x), 2, be)
    raise ValueError('invalid size')


def float_pack_half(x):
    """The 16 bits of a float in half precision."""
    sign = 0x8000 if math.copysign(1.0, x) < 0.0 else 0
    if isnan(x):
        return sign | 0x7e00
    if isinf(x):
        return sign | 0x7c00
    m, e = math.frexp(abs(x))
    if m == 0.0:
        return sign
    e -= 1
    if e < -25:
        return sign
    if e < -14:
        unit = -24  # subnormal
        base = 0
    else:
        unit = e - 10
        base = (e + 14) << 10
    scaled = math.ldexp(abs(x), -unit)
    n = int(scaled)
    rest = scaled - n
    if rest > 0.5 or (rest == 0.5 and n & 1):
        n += 1
    n += base
    if n >= 0x7c00:
        raise OverflowError('float too large to pack with e format')
    return sign | n


def _bits(s, be):
    result = 0
    n = len(s)
    for i in range(n):
        c = s[i] if be else s[n - 1 - i]
        result = (result << 8) | ord(c)
    return result


def unpack_float(s, be):
    """The float of 2, 4 or 8 bytes."""
    bits = _bits(s, be)
    size = len(s)
    if size == 8:
        return longlong2float(intmask(bits))
    if size == 4:
        return float(uint2singlefloat(r_uint(bits)))
    if size == 2:
        return float_unpack_half(bits)
    raise ValueError('invalid size')


def float_unpack_half(bits):
    sign = -1.0 if bits & 0x8000 else 1.0
    exponent = (bits >> 10) & 31
    m = bits & 0x3ff
    if exponent == 31:
        if m:
            return float('nan')
        return sign * float('inf')
    if exponent == 0:
        return sign * math.ldexp(float(m), -24)
    return sign * math.ldexp(float(m | 0x400), exponent - 25)


def float_pack(x, size):
    """The bits of the float in 4 or 8 bytes, as an unsigned integer."""
    if size == 8:
        return r_ulonglong(float2longlong(x))
    if size == 4:
        return r_ulonglong(intmask(singlefloat2uint(r_singlefloat(x))))
    return r_ulonglong(float_pack_half(x))


def float_unpack(Q, size):
    """The float with these bits."""
    if size == 8:
        return longlong2float(intmask(Q))
    if size == 4:
        return float(uint2singlefloat(r_uint(Q)))
    return float_unpack_half(intmask(Q))


@specialize.argtype(0)
def pack_float_to_buffer(result, pos, x, size, be):
    """Writes the bytes into something with `setitem(index, char)`."""
    data = float_bytes(x, size, be)
    for i in range(size):
        result.setitem(pos + i, data[i])
