"""Text to bytes and back, under RPython's names."""

from rpython.rlib.objectmodel import specialize
from rpython.rlib.rstring import StringBuilder, UnicodeBuilder

MAXUNICODE = 0x10ffff
BYTEORDER = 'little'
BYTEORDER2 = 'le'


def UNICHR(c):
    return unichr(c)


def ORD(u):
    return ord(u)


code_to_unichr = UNICHR


def default_unicode_error_decode(errors, encoding, msg, s, startingpos, endingpos):
    """What takes the place of bytes that cannot be decoded, and where to go on."""
    if errors == 'replace':
        return u'\ufffd', endingpos
    if errors == 'ignore':
        return u'', endingpos
    raise ValueError("'" + encoding + "' codec can't decode bytes: " + msg)


def default_unicode_error_encode(errors, encoding, msg, u, startingpos, endingpos):
    """What takes the place of characters that cannot be encoded, and where to go on."""
    if errors == 'replace':
        return None, '?', endingpos
    if errors == 'ignore':
        return None, '', endingpos
    raise ValueError("'" + encoding + "' codec can't encode characters: " + msg)


def _sequence_length(first):
    if first < 0x80:
        return 1
    if first < 0xc2:
        return 0
    if first < 0xe0:
        return 2
    if first < 0xf0:
        return 3
    if first < 0xf5:
        return 4
    return 0


def str_decode_utf_8(s, size, errors, final=False, errorhandler=None, allow_surrogates=False):
    """The text, and the number of bytes used (an incomplete sequence at the end is left unless `final`)."""
    result = UnicodeBuilder(size)
    pos = 0
    while pos < size:
        first = ord(s[pos])
        n = _sequence_length(first)
        if n == 1:
            result.append(unichr(first))
            pos += 1
            continue
        code = 0
        good = 1
        if n == 2:
            code = first & 0x1f
        elif n == 3:
            code = first & 0x0f
        elif n == 4:
            code = first & 0x07
        while good < n and pos + good < size:
            c = ord(s[pos + good])
            if c & 0xc0 != 0x80:
                break
            if good == 1 and ((first == 0xe0 and c < 0xa0) or (first == 0xf0 and c < 0x90) or
                              (first == 0xf4 and c > 0x8f) or
                              (first == 0xed and c > 0x9f and not allow_surrogates)):
                break
            code = (code << 6) | (c & 0x3f)
            good += 1
        if n > 0 and good == n:
            result.append(unichr(code))
            pos += n
            continue
        if n > 0 and pos + good >= size and not final:
            break
        text, pos = default_unicode_error_decode(errors, 'utf8', 'invalid data', s, pos, pos + good)
        result.append(text)
    return result.build(), pos


def unicode_encode_utf_8(u, size, errors, errorhandler=None, allow_surrogates=False):
    """The bytes."""
    result = StringBuilder(size)
    for i in range(size):
        _append_utf_8(result, ord(u[i]))
    return result.build()


def _append_utf_8(result, c):
    if c < 0x80:
        result.append(chr(c))
    elif c < 0x800:
        result.append(chr(0xc0 | (c >> 6)))
        result.append(chr(0x80 | (c & 0x3f)))
    elif c < 0x10000:
        result.append(chr(0xe0 | (c >> 12)))
        result.append(chr(0x80 | ((c >> 6) & 0x3f)))
        result.append(chr(0x80 | (c & 0x3f)))
    else:
        result.append(chr(0xf0 | (c >> 18)))
        result.append(chr(0x80 | ((c >> 12) & 0x3f)))
        result.append(chr(0x80 | ((c >> 6) & 0x3f)))
        result.append(chr(0x80 | (c & 0x3f)))


def _decode_bytes(s, size, limit, errors, encoding):
    result = UnicodeBuilder(size)
    pos = 0
    while pos < size:
        c = ord(s[pos])
        if c < limit:
            result.append(unichr(c))
            pos += 1
        else:
            text, pos = default_unicode_error_decode(errors, encoding, 'ordinal not in range', s, pos, pos + 1)
            result.append(text)
    return result.build(), pos


def str_decode_latin_1(s, size, errors, final=False, errorhandler=None):
    return _decode_bytes(s, size, 256, errors, 'latin-1')


def str_decode_ascii(s, size, errors, final=False, errorhandler=None):
    return _decode_bytes(s, size, 128, errors, 'ascii')


def _encode_bytes(u, size, limit, errors, encoding):
    result = StringBuilder(size)
    pos = 0
    while pos < size:
        c = ord(u[pos])
        if c < limit:
            result.append(chr(c))
            pos += 1
        else:
            _, text, pos = default_unicode_error_encode(errors, encoding, 'ordinal not in range', u, pos, pos + 1)
            result.append(text)
    return result.build()


def unicode_encode_latin_1(u, size, errors, errorhandler=None):
    return _encode_bytes(u, size, 256, errors, 'latin-1')


def unicode_encode_ascii(u, size, errors, errorhandler=None):
    return _encode_bytes(u, size, 128, errors, 'ascii')
