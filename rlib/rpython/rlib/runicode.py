"""Text to bytes and back, under RPython's names.

A decoder gives the text and the number of bytes used (an incomplete end is left unless `final`). An error handler gets `(errors, encoding,
message, text, start, end)`; of a decoder's it gives the text to insert and the place to go on at, of an encoder's the text or else the bytes,
and the place. UTF-16, UTF-32 and UTF-7 are in `_runicode_wide`, escapes in `_runicode_escape`.
"""

from rpython.rlib.objectmodel import we_are_translated
from rpython.rlib.rstring import StringBuilder, UnicodeBuilder

# How many bytes a character has whose first byte is 0x80 + i; 0: none begins so.
_utf8_code_length = '\x00' * 66 + '\x02' * 30 + '\x03' * 16 + '\x04' * 5 + '\x00' * 11

try:
    unichr
except NameError:           # Python 3
    unichr = chr

MAXUNICODE = 0x10ffff
BYTEORDER = 'little'
BYTEORDER2 = 'le'
allow_surrogate_by_default = False
ERROR_CHAR = u'\ufffe'          # what a mapping of `str_decode_charmap` gives for bytes without a meaning


class SurrogateError(Exception):
    """Half of a surrogate pair in a text that may have none."""

    def __init__(self, char, index):
        self.char = char
        self.index = index


def UNICHR(c):
    return unichr(c)


def ORD(u):
    return ord(u)


code_to_unichr = unichr_returns_surrogate = UNICHR


def ord_accepts_surrogate(u):
    """The code of the first character; of a surrogate pair that of the character that it stands for."""
    code = ord(u[0])
    if len(u) == 2 and 0xd800 <= code < 0xdc00:
        return 0x10000 + ((code - 0xd800) << 10) + ord(u[1]) - 0xdc00
    return code


def is_narrow_host():
    return False


def default_unicode_error_decode(errors, encoding, msg, s, startingpos, endingpos):
    """What takes the place of bytes that cannot be decoded, and where to go on."""
    if errors == 'replace':
        return u'\ufffd', endingpos
    if errors == 'ignore':
        return u'', endingpos
    if not we_are_translated() and str is type(u''):
        s = s.encode('latin-1')         # Python 3 wants bytes
    raise UnicodeDecodeError(encoding, s, startingpos, endingpos, msg)


def default_unicode_error_encode(errors, encoding, msg, u, startingpos, endingpos):
    """What takes the place of characters that cannot be encoded, and where to go on."""
    if errors == 'replace':
        return u'?', None, endingpos
    if errors == 'ignore':
        return u'', None, endingpos
    raise UnicodeEncodeError(encoding, u, startingpos, endingpos, msg)


# --- UTF-8 ---

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


def _bad_second_byte(first, c, allow_surrogates):
    return (first == 0xe0 and c < 0xa0) or (first == 0xf0 and c < 0x90) or (first == 0xf4 and c > 0x8f) or \
        (first == 0xed and c > 0x9f and not allow_surrogates)


def str_decode_utf_8(s, size, errors, final=False, errorhandler=None, allow_surrogates=allow_surrogate_by_default):
    if errorhandler is None:
        errorhandler = default_unicode_error_decode
    result = UnicodeBuilder(size)
    pos = 0
    while pos < size:
        first = ord(s[pos])
        n = _sequence_length(first)
        if n == 1:
            result.append(unichr(first))
            pos += 1
            continue
        code = first & (0xff >> (n + 1))
        good = 1
        while good < n and pos + good < size:
            c = ord(s[pos + good])
            if c & 0xc0 != 0x80 or (good == 1 and _bad_second_byte(first, c, allow_surrogates)):
                break
            code = (code << 6) | (c & 0x3f)
            good += 1
        if n > 0 and good == n:
            result.append(unichr(code))
            pos += n
            continue
        msg = 'invalid continuation byte'
        if n == 0:
            msg = 'invalid start byte'
        elif pos + good >= size:
            if not final:
                break
            msg = 'unexpected end of data'
        text, pos = errorhandler(errors, 'utf8', msg, s, pos, pos + good)
        result.append(text)
    return result.build(), pos


str_decode_utf_8_impl = str_decode_utf_8_elidable = str_decode_utf_8


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


def unicode_encode_utf_8(s, size, errors, errorhandler=None, allow_surrogates=allow_surrogate_by_default):
    """If surrogates are allowed, a pair is one character."""
    if errorhandler is None:
        errorhandler = default_unicode_error_encode
    result = StringBuilder(size)
    pos = 0
    while pos < size:
        c = ord(s[pos])
        if 0xd800 <= c < 0xe000:
            if not allow_surrogates:
                ru, rs, pos = errorhandler(errors, 'utf8', 'surrogates not allowed', s, pos, pos + 1)
                if rs is not None:
                    result.append(rs)
                    continue
                for ch in ru:
                    if 0xd800 <= ord(ch) < 0xe000:
                        errorhandler('strict', 'utf8', 'surrogates not allowed', s, pos - 1, pos)
                    _append_utf_8(result, ord(ch))
                continue
            if c < 0xdc00 and pos + 1 < size and 0xdc00 <= ord(s[pos + 1]) < 0xe000:
                pos += 1
                c = 0x10000 + ((c - 0xd800) << 10) + ord(s[pos]) - 0xdc00
        _append_utf_8(result, c)
        pos += 1
    return result.build()


unicode_encode_utf_8_impl = unicode_encode_utf_8_elidable = unicode_encode_utf_8


def unicode_encode_utf8sp(s, size):
    """UTF-8 of each code unit on its own, surrogates too."""
    result = StringBuilder(size)
    for i in range(size):
        _append_utf_8(result, ord(s[i]))
    return result.build()


def unicode_encode_utf8_forbid_surrogates(s, size):
    """UTF-8; SurrogateError."""
    for i in range(size):
        c = ord(s[i])
        if 0xd800 <= c < 0xe000:
            raise SurrogateError(c, i)
    return unicode_encode_utf8sp(s, size)


# --- one byte per character ---

def str_decode_latin_1(s, size, errors, final=False, errorhandler=None):
    result = UnicodeBuilder(size)
    for i in range(size):
        result.append(unichr(ord(s[i])))
    return result.build(), size


def str_decode_ascii(s, size, errors, final=False, errorhandler=None):
    if errorhandler is None:
        errorhandler = default_unicode_error_decode
    result = UnicodeBuilder(size)
    pos = 0
    while pos < size:
        c = ord(s[pos])
        if c < 128:
            result.append(unichr(c))
            pos += 1
        else:
            text, pos = errorhandler(errors, 'ascii', 'ordinal not in range(128)', s, pos, pos + 1)
            result.append(text)
    return result.build(), pos


def fast_str_decode_ascii(s):
    """The text; ValueError if a byte is not ASCII."""
    result = UnicodeBuilder(len(s))
    for c in s:
        if ord(c) >= 128:
            raise ValueError
        result.append(unichr(ord(c)))
    return result.build()


def unicode_encode_ucs1_helper(p, size, errors, errorhandler=None, limit=256):
    """Characters up to a limit as bytes."""
    if errorhandler is None:
        errorhandler = default_unicode_error_encode
    encoding, reason = 'ascii', 'ordinal not in range(128)'
    if limit == 256:
        encoding, reason = 'latin-1', 'ordinal not in range(256)'
    result = StringBuilder(size)
    pos = 0
    while pos < size:
        c = ord(p[pos])
        if c < limit:
            result.append(chr(c))
            pos += 1
            continue
        end = pos + 1
        while end < size and ord(p[end]) >= limit:
            end += 1
        start = pos
        ru, rs, pos = errorhandler(errors, encoding, reason, p, start, end)
        if rs is not None:
            result.append(rs)
            continue
        for ch in ru:
            if ord(ch) >= limit:
                errorhandler('strict', encoding, reason, p, start, end)
            result.append(chr(ord(ch) & 0xff))
    return result.build()


def unicode_encode_latin_1(p, size, errors, errorhandler=None):
    return unicode_encode_ucs1_helper(p, size, errors, errorhandler, 256)


def unicode_encode_ascii(p, size, errors, errorhandler=None):
    return unicode_encode_ucs1_helper(p, size, errors, errorhandler, 128)


# --- mappings ---

def str_decode_charmap(s, size, errors, final=False, errorhandler=None, mapping=None):
    """`mapping.get(char, ERROR_CHAR)` is the text for a byte; no mapping: Latin-1."""
    if mapping is None:
        return str_decode_latin_1(s, size, errors, final, errorhandler)
    if errorhandler is None:
        errorhandler = default_unicode_error_decode
    result = UnicodeBuilder(size)
    pos = 0
    while pos < size:
        text = mapping.get(s[pos], ERROR_CHAR)
        if text == ERROR_CHAR:
            text, pos = errorhandler(errors, 'charmap', 'character maps to <undefined>', s, pos, pos + 1)
        else:
            pos += 1
        result.append(text)
    return result.build(), pos


def unicode_encode_charmap(s, size, errors, errorhandler=None, mapping=None):
    """`mapping.get(char, '')` gives the bytes of a character; no mapping: Latin-1."""
    if mapping is None:
        return unicode_encode_latin_1(s, size, errors, errorhandler)
    if errorhandler is None:
        errorhandler = default_unicode_error_encode
    result = StringBuilder(size)
    reason = 'character maps to <undefined>'
    pos = 0
    while pos < size:
        text = mapping.get(s[pos], '')
        if len(text) > 0:
            result.append(text)
            pos += 1
            continue
        end = pos + 1
        while end < size and len(mapping.get(s[end], '')) == 0:
            end += 1
        start = pos
        ru, rs, pos = errorhandler(errors, 'charmap', reason, s, start, end)
        if rs is not None:
            result.append(rs)
            continue
        for ch in ru:
            text = mapping.get(ch, '')
            if len(text) == 0:
                errorhandler('strict', 'charmap', reason, s, start, end)
            result.append(text)
    return result.build()


def unicode_encode_decimal(s, size, errors, errorhandler=None):
    """Digits and blanks of any script as ASCII, for the conversion of a text to a number."""
    if errorhandler is None:
        errorhandler = default_unicode_error_encode
    result = StringBuilder(size)
    pos = 0
    while pos < size:
        ch = s[pos]
        if _append_decimal(result, ch):
            pos += 1
            continue
        end = pos + 1
        while end < size and ord(s[end]) >= 256 and not s[end].isspace() and not s[end].isdecimal():
            end += 1
        start = pos
        ru, rs, pos = errorhandler(errors, 'decimal', 'invalid decimal Unicode string', s, start, end)
        if rs is not None:
            result.append(rs)
            continue
        for ch in ru:
            if not _append_decimal(result, ch):
                errorhandler('strict', 'decimal', 'invalid decimal Unicode string', s, start, end)
    return result.build()


def _append_decimal(result, ch):
    code = ord(ch)
    if ch.isspace():
        result.append(' ')
    elif code > 127 and ch.isdecimal():
        result.append(chr(48 + _value_of_digit(ch)))
    elif 0 < code < 256:
        result.append(chr(code))
    else:
        return False
    return True


def _value_of_digit(ch):
    """Ten digits of a script are in a row; the character in front of them is none."""
    n = 0
    code = ord(ch)
    while n < 9 and unichr(code - n - 1).isdecimal():
        n += 1
    return n


from rpython.rlib._runicode_wide import *
from rpython.rlib._runicode_escape import *
