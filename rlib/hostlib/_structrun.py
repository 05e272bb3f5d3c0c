"""struct at run time: a function is made for each format."""

from struct import _parse, error
from rpython.rlib.longlong2float import float2longlong, longlong2float, singlefloat2uint, uint2singlefloat
from rpython.rlib.objectmodel import specialize
from rpython.rlib.rarithmetic import intmask, r_singlefloat, r_uint
from rpython.rlib.rfloat import isinf
from rpython.rlib.rstring import StringBuilder
from rpython.rlib.rstruct.ieee import float_pack_half, float_unpack_half


def _exec(lines, names):
    exec('\n'.join(lines) + '\n', names)
    return names['f']


_CLASSIC = ((1, 'byte'), (2, 'short'))


@specialize.memo()
def packer(fmt, count):
    """A function that packs that many values."""
    items, total, order = _parse(fmt)
    if len(items) != count:
        message = 'pack expected %d items for packing (got %d)' % (len(items), count)

        def wrong(*values):
            raise error(message)
        return wrong
    names = dict((f.__name__, f) for f in (_in_range, _unsigned_word, _float_word, _single_word, _half_word, _text_of,
                                           _char_of, _put_text, _put_pascal, StringBuilder, intmask))
    lines = ['def f(%s):' % ', '.join(['v%d' % i for i in range(count)]), '    b = StringBuilder(%d)' % total]
    at = 0
    for i in range(count):
        code, size, offset = items[i]
        if offset > at:
            lines.append("    b.append_multiple_char('\\x00', %d)" % (offset - at))
        at = offset + size
        if code == 'c':
            lines.append('    b.append(_char_of(v%d))' % i)
            continue
        if code in 'sp':
            put = '_put_text' if code == 's' else '_put_pascal'
            lines.append("    %s(b, _text_of(v%d, '%s'), %d)" % (put, i, code, size))
            continue
        if code == '?':
            lines.append("    b.append('\\x01' if v%d else '\\x00')" % i)
            continue
        if code in 'fde':
            word = {'f': '_single_word', 'd': '_float_word', 'e': '_half_word'}[code] + '(v%d)' % i
        elif size == 8 and code in 'QLNP':
            text = 'argument out of range' if order == 'little' else 'int too large to convert'
            word = "_unsigned_word(v%d, '%s')" % (i, text)
        else:
            low, high = (-1 << 8 * size - 1, (1 << 8 * size - 1) - 1) if code in 'bhilqn' else (0, (1 << 8 * size) - 1)
            text = "'%s' format" % code
            # (CPython tells more about the machine's own byte order)
            own = size == 1 or size == 2 and order == 'little'
            if own:
                text = ('' if code in 'bh' else 'u') + dict(_CLASSIC)[size] + ' format'
            text += ' requires %d <= number <= %d' % (low, high)
            below = text if own or code.islower() else 'argument out of range'
            word = '_in_range(v%d, %s, %d, %r, %r)' % (i, '-%d - 1' % high if low else '0', high, below, text)
        lines.append('    w = ' + word)
        for j in range(size):
            shift = 8 * (j if order == 'little' else size - 1 - j)
            lines.append('    b.append(chr(intmask(w >> %d) & 255))' % shift)
    if total > at:
        lines.append("    b.append_multiple_char('\\x00', %d)" % (total - at))
    lines.append('    return b.build()')
    return specialize.argtype(*range(count))(_exec(lines, names)) if count else _exec(lines, names)


@specialize.argtype(0)
def _in_range(v, low, high, below, above):
    if isinstance(v, float):
        raise error('required argument is not an integer')
    if v < low:
        raise error(below)
    if v > high:
        raise error(above)
    return r_uint(v)


@specialize.argtype(0)
def _unsigned_word(v, below):
    if isinstance(v, float):
        raise error('required argument is not an integer')
    if v < 0:
        raise error(below)
    return r_uint(v)


def _float_word(v):
    return r_uint(float2longlong(float(v)))


def _single_word(v):
    single = r_singlefloat(float(v))
    if isinf(float(single)) and not isinf(float(v)):
        raise OverflowError('float too large to pack with f format')
    return r_uint(singlefloat2uint(single))


def _half_word(v):
    return r_uint(float_pack_half(float(v)))


@specialize.argtype(0)
def _text_of(v, code):
    if isinstance(v, bytearray):
        return ''.join([chr(x) for x in v])
    assert isinstance(v, str)
    return v


@specialize.argtype(0)
def _char_of(v):
    if len(v) != 1:
        raise error('char format requires a bytes object of length 1')
    if isinstance(v, bytearray):
        return chr(v[0])
    assert isinstance(v, str)
    return v[0]


def _put_text(b, text, size):
    n = min(len(text), size)
    b.append_slice(text, 0, n)
    b.append_multiple_char('\x00', size - n)


def _put_pascal(b, text, size):
    if size:
        n = min(len(text), size - 1, 255)
        b.append(chr(n))
        b.append_slice(text, 0, n)
        b.append_multiple_char('\x00', size - 1 - n)


@specialize.memo()
def unpacker(fmt):
    """A function of the data and the place in them where the values begin."""
    items, total, order = _parse(fmt)
    names = dict((f.__name__, f) for f in (_code_at, _chars_at, _pascal_at, _signed, _single_of, r_uint, intmask,
                                           longlong2float, float_unpack_half))
    parts = []
    for code, size, offset in items:
        if code in 'cs':
            parts.append('_chars_at(s, p + %d, %d)' % (offset, size))
            continue
        if code == 'p':
            parts.append('_pascal_at(s, p + %d, %d)' % (offset, size))
            continue
        digits = []
        for j in range(size):
            digit = '_code_at(s, p + %d)' % (offset + j)
            if size == 8:
                digit = 'r_uint(%s)' % digit
            shift = 8 * (j if order == 'little' else size - 1 - j)
            digits.append('%s << %d' % (digit, shift) if shift else digit)
        v = ' | '.join(digits)
        if code == '?':
            v += ' != 0'
        elif code == 'd':
            v = 'longlong2float(intmask(%s))' % v
        elif code == 'f':
            v = '_single_of(%s)' % v
        elif code == 'e':
            v = 'float_unpack_half(%s)' % v
        elif code in 'bhilqn':
            v = 'intmask(%s)' % v if size == 8 else '_signed(%s, %d)' % (v, 8 * size)
        parts.append(v)
    f = _exec(['def f(s, p):', '    return (%s)' % ''.join(['(%s), ' % p for p in parts])], names)
    return specialize.argtype(0)(f)


@specialize.argtype(0)
def _code_at(s, i):
    if isinstance(s, bytearray):
        return s[i]
    assert isinstance(s, str)
    return ord(s[i])


@specialize.argtype(0)
def _chars_at(s, i, n):
    if isinstance(s, bytearray):
        return ''.join([chr(s[j]) for j in range(i, i + n)])
    assert isinstance(s, str)
    return s[i:i + n]


@specialize.argtype(0)
def _pascal_at(s, i, size):
    if size == 0:
        return ''
    return _chars_at(s, i + 1, min(_code_at(s, i), size - 1))


def _signed(v, bits):
    return v - ((v >> (bits - 1)) << bits)


def _single_of(v):
    return float(uint2singlefloat(r_uint(v)))
