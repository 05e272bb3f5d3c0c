"""struct, for the import-time interpreter of the translator."""

import _host


class error(Exception):
    pass


_SIZES = {'x': 1, 'c': 1, 'b': 1, 'B': 1, '?': 1, 'h': 2, 'H': 2, 'i': 4, 'I': 4, 'q': 8, 'Q': 8,
          'f': 4, 'd': 8, 'n': 8, 'N': 8, 'P': 8, 's': 1}


def _parse(fmt):
    """List of (code, count, aligned offset), total size, big-endian?"""
    order = '@'
    if fmt and fmt[0] in '@=<>!':
        order, fmt = fmt[0], fmt[1:]
    native = order == '@'
    items = []
    offset = 0
    count = ''
    for c in fmt:
        if c.isdigit():
            count += c
            continue
        if c.isspace():
            continue
        n = int(count) if count else 1
        count = ''
        if c in 'lL':
            size = 8 if native else 4
        elif c in _SIZES:
            size = _SIZES[c]
        else:
            raise error('bad char in struct format')
        if native and c != 's' and n:
            offset = (offset + size - 1) // size * size
        if c == 's':
            items.append((c, n, offset))
            offset += n
        else:
            for _ in range(n):
                items.append((c, size, offset))
                offset += size
            if n == 0 and native:
                offset = (offset + size - 1) // size * size
    return items, offset, order in '>!'


def calcsize(fmt):
    return _parse(fmt)[1]


def pack(fmt, *values):
    items, total, big = _parse(fmt)
    out = bytearray(total)
    values = list(values)
    for code, size, offset in items:
        if code == 'x':
            continue
        if not values:
            raise error('pack expected more items for packing')
        v = values.pop(0)
        if code == 's':
            v = v[:size]
            for i in range(len(v)):
                out[offset + i] = v[i]
            continue
        if code == 'c':
            out[offset] = v
            continue
        if code == '?':
            v = 1 if v else 0
        elif code == 'f':
            v = _host.float32_bits(v)
        elif code == 'd':
            v = _host.float_bits(v)
        elif not isinstance(v, int):
            raise error('required argument is not an integer')
        else:
            bits = 8 * size
            low, high = (0, (1 << bits) - 1) if code.isupper() else (-(1 << (bits - 1)), (1 << (bits - 1)) - 1)
            if not low <= v <= high:
                raise error('argument out of range')
        for i in range(size):
            at = offset + (size - 1 - i if big else i)
            out[at] = (v >> (8 * i)) & 255
    if values:
        raise error('pack expected fewer items for packing')
    return str(out)


def unpack(fmt, data):
    items, total, big = _parse(fmt)
    if len(data) != total:
        raise error('unpack requires a buffer of %d bytes' % total)
    result = []
    for code, size, offset in items:
        if code == 'x':
            continue
        raw = data[offset:offset + size]
        if code in 'sc':
            result.append(str(raw))
            continue
        v = 0
        for i in range(size):
            c = raw[i if big else size - 1 - i]
            v = (v << 8) | (c if isinstance(c, int) else ord(c))
        if code == 'f':
            v = _host.float32_from_bits(v)
        elif code == 'd':
            v = _host.float_from_bits(v)
        elif code == '?':
            v = v != 0
        elif not code.isupper() and v >> (8 * size - 1):
            v -= 1 << (8 * size)
        result.append(v)
    return tuple(result)


def unpack_from(fmt, data, offset=0):
    return unpack(fmt, data[offset:offset + calcsize(fmt)])


class Struct(object):
    def __init__(self, format):
        self.format = format
        self.size = calcsize(format)

    def pack(self, *values):
        return pack(self.format, *values)

    def unpack(self, data):
        return unpack(self.format, data)
