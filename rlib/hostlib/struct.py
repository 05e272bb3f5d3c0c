"""struct, for the import-time interpreter of the translator; at run time formats are constants (see `_structrun`)."""

import _host
from rpython.rlib.objectmodel import specialize, we_are_translated


class error(Exception):
    pass


_NATIVE = {'x': 1, 'c': 1, 'b': 1, 'B': 1, '?': 1, 'h': 2, 'H': 2, 'i': 4, 'I': 4, 'l': 8, 'L': 8,
           'q': 8, 'Q': 8, 'n': 8, 'N': 8, 'f': 4, 'd': 8, 'e': 2, 'P': 8, 's': 1, 'p': 1}
_STANDARD = dict(_NATIVE)
_STANDARD.update({'l': 4, 'L': 4})
_cache = {}


def _parse(fmt):
    """List of (code, size, offset), total size, byte order."""
    if not isinstance(fmt, (str, unicode)):
        raise TypeError('Struct() argument 1 must be a str or bytes object, not %s' %
                        type(fmt).__name__)
    if fmt in _cache:
        return _cache[fmt]
    order, rest = '@', fmt
    if fmt and fmt[0] in '@=<>!':
        order, rest = fmt[0], fmt[1:]
    native = order == '@'
    sizes = _NATIVE if native else _STANDARD
    items = []
    offset = 0
    count = ''
    for c in rest:
        if c.isdigit():
            count += c
            continue
        if c.isspace():
            if count:
                raise error('bad char in struct format')
            continue
        n = int(count) if count else 1
        count = ''
        if c not in sizes or (c in 'nNP' and not native):
            raise error('bad char in struct format')
        size = sizes[c]
        if native:
            offset = (offset + size - 1) // size * size
        if c in 'sp':
            items.append((c, n, offset))
            offset += n
        elif c == 'x':
            offset += n
        else:
            for _ in range(n):
                items.append((c, size, offset))
                offset += size
    if count:
        raise error('repeat count given without format specifier')
    result = items, offset, 'big' if order in '>!' else 'little'
    _cache[fmt] = result
    return result


@specialize.memo()
def calcsize(fmt):
    return _parse(fmt)[1]


def _bytes_of(code, size, v, order):
    if code == 'c':
        if not isinstance(v, (str, bytearray)) or len(v) != 1:
            raise error('char format requires a bytes object of length 1')
        return str(v)
    if code in 'sp':
        if not isinstance(v, (str, bytearray)):
            raise error("argument for '%s' must be a bytes object" % code)
        v = str(v)
        if code == 'p':
            v = v[:min(size - 1, 255)]
            v = chr(len(v)) + v if size else ''
        return v[:size] + '\x00' * (size - len(v))
    if code == '?':
        return '\x01' if v else '\x00'
    if code in 'fde':
        if not hasattr(v, '__float__'):
            raise error('required argument is not a float')
        v = float(v)
        if code == 'f':
            bits = _host.float32_bits(v)
            if bits & 0x7fffffff == 0x7f800000 and abs(v) != float('inf'):
                raise OverflowError('float too large to pack with f format')
        elif code == 'd':
            bits = _host.float_bits(v)
        else:
            bits = _half_bits(v)
        return bits.to_bytes(size, order)
    if not isinstance(v, int):
        if not hasattr(v, '__index__'):
            raise error('required argument is not an integer')
        v = v.__index__()
    signed = code in 'bhilqn'
    low, high = (-(1 << (8 * size - 1)), (1 << (8 * size - 1)) - 1) if signed else (0, (1 << (8 * size)) - 1)
    if not low <= v <= high:
        if size == 1:
            raise error('%sbyte format requires %d <= number <= %d' % ('' if signed else 'u', low, high))
        if code in 'hH':
            name = 'short' if signed else 'ushort'
            raise error('%s format requires %d <= number <= %d' % (name, low, high))
        if size == 4 and (signed or 0 <= v <= 0xffffffffffffffff):
            raise error("'%s' format requires %d <= number <= %d" % (code, low, high))
        raise error('argument out of range')
    return v.to_bytes(size, order, signed=signed)


def _half_bits(v):
    import math
    sign = 0x8000 if math.copysign(1.0, v) < 0 else 0
    v = abs(v)
    if v != v:
        return sign | 0x7e00
    if v == float('inf'):
        return sign | 0x7c00
    if v == 0:
        return sign
    m, e = math.frexp(v)
    e -= 1
    if e < -14:
        bits = int(round(math.ldexp(v, 24)))
    else:
        bits = ((e + 15) << 10) + int(round((m * 2 - 1) * 1024))
    if bits >= 0x7c00:
        raise OverflowError('float too large to pack with e format')
    return sign | bits


def _half_value(bits):
    import math
    sign = -1.0 if bits & 0x8000 else 1.0
    e = (bits >> 10) & 31
    m = bits & 1023
    if e == 31:
        return float('nan') if m else sign * float('inf')
    if e == 0:
        return sign * math.ldexp(m, -24)
    return sign * math.ldexp(1024 + m, e - 25)


@specialize.arg(0)
def pack(fmt, *values):
    if we_are_translated():
        from _structrun import packer
        return packer(fmt, len(values))(*values)
    items, total, order = _parse(fmt)
    if len(values) != len(items):
        raise error('pack expected %d items for packing (got %d)' % (len(items), len(values)))
    pieces = []
    at = 0
    for i in range(len(items)):
        code, size, offset = items[i]
        if offset > at:
            pieces.append('\x00' * (offset - at))
        pieces.append(_bytes_of(code, size, values[i], order))
        at = offset + size
    pieces.append('\x00' * (total - at))
    return ''.join(pieces)


@specialize.arg(0)
def pack_into(fmt, buffer, offset, *values):
    data = pack(fmt, *values)
    if offset < 0:
        offset += len(buffer)
    if len(buffer) - offset < len(data):
        raise error('pack_into requires a buffer of at least %d bytes for packing %d bytes at '
                    'offset %d (actual buffer size is %d)' % (offset + len(data), len(data), offset,
                                                             len(buffer)))
    buffer[offset:offset + len(data)] = data


def _value_of(code, raw, order):
    if code == 'c' or code == 's':
        return raw
    if code == 'p':
        return raw[1:1 + ord(raw[0])] if raw else ''
    if code == '?':
        return raw != '\x00'
    v = int.from_bytes(raw, order, signed=code in 'bhilqn')
    if code == 'd':
        return _host.float_from_bits(v)
    if code == 'f':
        return _host.float32_from_bits(v)
    if code == 'e':
        return _half_value(v)
    return v


@specialize.arg(0)
def unpack(fmt, data):
    if we_are_translated():
        if len(data) != calcsize(fmt):
            raise error('unpack requires a buffer of %d bytes' % calcsize(fmt))
        from _structrun import unpacker
        return unpacker(fmt)(data, 0)
    items, total, order = _parse(fmt)
    data = str(data)
    if len(data) != total:
        raise error('unpack requires a buffer of %d bytes' % total)
    return tuple([_value_of(code, data[offset:offset + size], order)
                  for code, size, offset in items])


@specialize.arg(0)
def unpack_from(fmt, buffer, offset=0):
    n = calcsize(fmt)
    if offset < 0:
        if offset + n > 0:
            raise error('not enough data to unpack %d bytes at offset %d' % (n, offset))
        if offset + len(buffer) < 0:
            raise error('offset %d out of range for %d-byte buffer' % (offset, len(buffer)))
        offset += len(buffer)
    if len(buffer) - offset < n:
        raise error('unpack_from requires a buffer of at least %d bytes for unpacking %d bytes at '
                    'offset %d (actual buffer size is %d)' % (offset + n, n, offset, len(buffer)))
    if we_are_translated():
        from _structrun import unpacker
        return unpacker(fmt)(buffer, offset)
    return unpack(fmt, buffer[offset:offset + n])


@specialize.arg(0)
def iter_unpack(fmt, buffer):
    n = calcsize(fmt)
    if n == 0:
        raise error('cannot iteratively unpack with a struct of length 0')
    if len(buffer) % n:
        raise error('iterative unpacking requires a buffer of a multiple of %d bytes' % n)
    return iter([unpack_from(fmt, buffer, i) for i in range(0, len(buffer), n)])


class Struct(object):
    def _freeze_(self):
        return True

    def __init__(self, format):
        self.format = format
        self.size = calcsize(format)

    def pack(self, *values):
        return pack(self.format, *values)

    def pack_into(self, buffer, offset, *values):
        return pack_into(self.format, buffer, offset, *values)

    def unpack(self, data):
        return unpack(self.format, data)

    def unpack_from(self, buffer, offset=0):
        return unpack_from(self.format, buffer, offset)

    def iter_unpack(self, buffer):
        return iter_unpack(self.format, buffer)
