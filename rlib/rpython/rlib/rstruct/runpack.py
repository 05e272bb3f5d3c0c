"""`struct.unpack` for formats that are constants."""

from rpython.rlib.objectmodel import specialize
from rpython.rlib.rarithmetic import r_uint, intmask
from rpython.rlib.rstruct.error import StructError
from rpython.rlib.rstruct.ieee import unpack_float

_SIZES = {'x': 1, 'c': 1, 'b': 1, 'B': 1, 'h': 2, 'H': 2, 'i': 4, 'I': 4, 'l': 8, 'L': 8, 'q': 8, 'Q': 8, 'f': 4, 'd': 8,
          '?': 1, 'e': 2}
_STANDARD = {'l': 4, 'L': 4}


def _parse(fmt):
    """Byte order and the codes with their offsets, and the size."""
    big, aligned = False, True
    if fmt and fmt[0] in '@=<>!':
        big = fmt[0] in '>!'
        aligned = fmt[0] == '@'
        fmt = fmt[1:]
    items = []
    at = 0
    count = ''
    for c in fmt:
        if c.isdigit():
            count += c
            continue
        if c.isspace():
            continue
        n = int(count) if count else 1
        count = ''
        if c == 's':
            items.append((c, at, n))
            at += n
            continue
        if c not in _SIZES:
            raise StructError('bad char in struct format')
        size = _SIZES[c]
        if not aligned:
            size = _STANDARD.get(c, size)
        for _ in range(n):
            if aligned and at % size:
                at += size - at % size
            if c != 'x':
                items.append((c, at, size))
            at += size
    return big, items, at


@specialize.memo()
def _unpacker(fmt):
    big, items, total = _parse(fmt)
    names = {'StructError': StructError, 'unsigned': _unsigned, 'signed': _signed, 'unpack_float': unpack_float}
    parts = []
    for c, at, size in items:
        end = at + size
        if c == 's':
            parts.append('s[%d:%d]' % (at, end))
        elif c == 'c':
            parts.append('s[%d]' % at)
        elif c == '?':
            parts.append("s[%d] != '\\x00'" % at)
        elif c in 'efd':
            parts.append('unpack_float(s[%d:%d], %r)' % (at, end, big))
        elif c in 'bhilq':
            parts.append('signed(s, %d, %d, %r)' % (at, end, big))
        elif c in 'LQ' and size == 8:
            parts.append('unsigned(s, %d, %d, %r)' % (at, end, big))
        else:
            parts.append('int(unsigned(s, %d, %d, %r))' % (at, end, big))
            names['int'] = intmask
    exec('def unpack(s):\n    if len(s) != %d:\n        raise StructError("unpack str size does not match format")\n'
         '    return (%s)\n' % (total, ''.join([p + ', ' for p in parts])), names)
    return names['unpack']


def _unsigned(s, start, end, big):
    result = r_uint(0)
    for i in range(end - start):
        at = start + i if big else end - 1 - i
        result = (result << 8) | r_uint(ord(s[at]))
    return result


def _signed(s, start, end, big):
    bits = 8 * (end - start)
    value = _unsigned(s, start, end, big)
    if bits < 64 and value >> (bits - 1):
        value -= r_uint(1) << bits
    return intmask(value)


@specialize.arg(0)
def runpack(fmt, input):
    """The values in the string, as a tuple (one value by itself)."""
    values = _unpacker(fmt)(input)
    if len(values) == 1:
        return values[0]
    return values
