"""UTF-16, UTF-32 and UTF-7 (see `runicode`)."""

from rpython.rlib.rstring import StringBuilder, UnicodeBuilder
from rpython.rlib import runicode

try:
    unichr
except NameError:           # Python 3
    unichr = chr


def _unit(s, pos, width, big):
    """The number in `width` bytes."""
    result = 0
    for i in range(width):
        result = (result << 8) | ord(s[pos + i if big else pos + width - 1 - i])
    return result


def _append_unit(result, n, width, big):
    for i in range(width):
        shift = 8 * (width - 1 - i) if big else 8 * i
        result.append(chr((n >> shift) & 0xff))


def _reported(encoding, big):
    """The name of an encoding for an error: one with `-` tells the byte order."""
    if encoding == 'utf-16' or encoding == 'utf-32':
        return encoding + ('-be' if big else '-le')
    return encoding


def _order(s, size, width, byteorder):
    """(big-endian?, bytes of the mark that tells it, what the mark says)"""
    if byteorder != 'native':
        return byteorder == 'big', 0, 1 if byteorder == 'big' else -1
    if size >= width:
        if _unit(s, 0, width, False) == 0xfeff:
            return False, width, -1
        if _unit(s, 0, width, True) == 0xfeff:
            return True, width, 1
    return False, 0, 0


def str_decode_utf_16_helper(s, size, errors, final=True, errorhandler=None, byteorder="native",
                             public_encoding_name='utf16', allow_surrogates=False):
    """Text, bytes used, byte order (-1 little, 1 big, 0 not told)."""
    if errorhandler is None:
        errorhandler = runicode.default_unicode_error_decode
    big, pos, order = _order(s, size, 2, byteorder)
    encoding = _reported(public_encoding_name, big)
    result = UnicodeBuilder(size // 2)
    while pos < size:
        if size - pos < 2:
            if not final:
                break
            text, pos = errorhandler(errors, encoding, "truncated data", s, pos, size)
            result.append(text)
            continue
        c = _unit(s, pos, 2, big)
        if not 0xd800 <= c < 0xe000:
            result.append(unichr(c))
            pos += 2
            continue
        if c >= 0xdc00:
            if allow_surrogates:
                result.append(unichr(c))
                pos += 2
                continue
            text, pos = errorhandler(errors, encoding, "illegal encoding", s, pos, pos + 2)
        elif size - pos < 4:
            if not final:
                break
            text, pos = errorhandler(errors, encoding, "unexpected end of data", s, pos, size)
        else:
            second = _unit(s, pos + 2, 2, big)
            if 0xdc00 <= second < 0xe000:
                text = unichr(0x10000 + ((c - 0xd800) << 10) + second - 0xdc00)
                pos += 4
            elif allow_surrogates:
                text = unichr(c)
                pos += 2
            else:
                text, pos = errorhandler(errors, encoding, "illegal UTF-16 surrogate", s, pos, pos + 2)
        result.append(text)
    return result.build(), pos, order


def str_decode_utf_32_helper(s, size, errors, final=True, errorhandler=None, byteorder="native",
                             public_encoding_name='utf32', allow_surrogates=True):
    """Text, bytes used, byte order (-1 little, 1 big, 0 not told)."""
    if errorhandler is None:
        errorhandler = runicode.default_unicode_error_decode
    big, pos, order = _order(s, size, 4, byteorder)
    encoding = _reported(public_encoding_name, big)
    result = UnicodeBuilder(size // 4)
    while pos < size:
        if size - pos < 4:
            if not final:
                break
            text, pos = errorhandler(errors, encoding, "truncated data", s, pos, size)
            result.append(text)
            continue
        c = _unit(s, pos, 4, big)
        if c > 0x10ffff:
            text, pos = errorhandler(errors, encoding, "codepoint not in range(0x110000)", s, pos, pos + 4)
            result.append(text)
        elif 0xd800 <= c < 0xe000 and not allow_surrogates:
            text, pos = errorhandler(errors, encoding, "code point in surrogate code point range(0xd800, 0xe000)",
                                     s, pos, pos + 4)
            result.append(text)
        else:
            result.append(unichr(c))
            pos += 4
    return result.build(), pos, order


def _append_wide(result, c, width, big):
    if width == 2 and c >= 0x10000:
        _append_unit(result, 0xd800 + ((c - 0x10000) >> 10), 2, big)
        _append_unit(result, 0xdc00 + ((c - 0x10000) & 0x3ff), 2, big)
    else:
        _append_unit(result, c, width, big)


def _encode_wide(s, size, errors, errorhandler, allow_surrogates, byteorder, encoding, width):
    if errorhandler is None:
        errorhandler = runicode.default_unicode_error_encode
    result = StringBuilder(size * width + width)
    big = byteorder == 'big'
    encoding = _reported(encoding, big)
    if byteorder == 'native':
        _append_unit(result, 0xfeff, width, big)
    pos = 0
    while pos < size:
        c = ord(s[pos])
        pos += 1
        if allow_surrogates or not 0xd800 <= c < 0xe000:
            if allow_surrogates and width == 4 and 0xd800 <= c < 0xdc00 and pos < size and 0xdc00 <= ord(s[pos]) < 0xe000:
                c = 0x10000 + ((c - 0xd800) << 10) + ord(s[pos]) - 0xdc00
                pos += 1
            _append_wide(result, c, width, big)
            continue
        start = pos - 1
        ru, rs, pos = errorhandler(errors, encoding, 'surrogates not allowed', s, start, start + 1)
        if rs is not None:
            if len(rs) % width != 0:
                errorhandler('strict', encoding, 'surrogates not allowed', s, start, start + 1)
            result.append(rs)
            continue
        for ch in ru:
            if 0xd800 <= ord(ch) < 0xe000:
                errorhandler('strict', encoding, 'surrogates not allowed', s, start, start + 1)
            _append_wide(result, ord(ch), width, big)
    return result.build()


def unicode_encode_utf_16_helper(s, size, errors, errorhandler=None, allow_surrogates=True, byteorder='little',
                                 public_encoding_name='utf16'):
    return _encode_wide(s, size, errors, errorhandler, allow_surrogates, byteorder, public_encoding_name, 2)


def unicode_encode_utf_32_helper(s, size, errors, errorhandler=None, allow_surrogates=True, byteorder='little',
                                 public_encoding_name='utf32'):
    return _encode_wide(s, size, errors, errorhandler, allow_surrogates, byteorder, public_encoding_name, 4)


def _decoder(helper, byteorder, encoding, surrogates):
    def decode(s, size, errors, final=True, errorhandler=None):
        result, used, _ = helper(s, size, errors, final, errorhandler, byteorder, encoding, surrogates)
        return result, used
    return decode


def _encoder(helper, byteorder, encoding, surrogates):
    def encode(s, size, errors, errorhandler=None, allow_surrogates=surrogates):
        return helper(s, size, errors, errorhandler, allow_surrogates, byteorder, encoding)
    return encode


str_decode_utf_16 = _decoder(str_decode_utf_16_helper, 'native', 'utf16', False)
str_decode_utf_16_be = _decoder(str_decode_utf_16_helper, 'big', 'utf16', False)
str_decode_utf_16_le = _decoder(str_decode_utf_16_helper, 'little', 'utf16', False)
py3k_str_decode_utf_16 = _decoder(str_decode_utf_16_helper, 'native', 'utf-16', False)
py3k_str_decode_utf_16_be = _decoder(str_decode_utf_16_helper, 'big', 'utf-16-be', False)
py3k_str_decode_utf_16_le = _decoder(str_decode_utf_16_helper, 'little', 'utf-16-le', False)
str_decode_utf_32 = _decoder(str_decode_utf_32_helper, 'native', 'utf32', True)
str_decode_utf_32_be = _decoder(str_decode_utf_32_helper, 'big', 'utf32', True)
str_decode_utf_32_le = _decoder(str_decode_utf_32_helper, 'little', 'utf32', True)
py3k_str_decode_utf_32 = _decoder(str_decode_utf_32_helper, 'native', 'utf-32', False)
py3k_str_decode_utf_32_be = _decoder(str_decode_utf_32_helper, 'big', 'utf-32-be', False)
py3k_str_decode_utf_32_le = _decoder(str_decode_utf_32_helper, 'little', 'utf-32-le', False)
unicode_encode_utf_16 = _encoder(unicode_encode_utf_16_helper, 'native', 'utf16', True)
unicode_encode_utf_16_be = _encoder(unicode_encode_utf_16_helper, 'big', 'utf16', True)
unicode_encode_utf_16_le = _encoder(unicode_encode_utf_16_helper, 'little', 'utf16', True)
py3k_unicode_encode_utf_16 = _encoder(unicode_encode_utf_16_helper, 'native', 'utf-16', False)
py3k_unicode_encode_utf_16_be = _encoder(unicode_encode_utf_16_helper, 'big', 'utf-16-be', False)
py3k_unicode_encode_utf_16_le = _encoder(unicode_encode_utf_16_helper, 'little', 'utf-16-le', False)
unicode_encode_utf_32 = _encoder(unicode_encode_utf_32_helper, 'native', 'utf32', True)
unicode_encode_utf_32_be = _encoder(unicode_encode_utf_32_helper, 'big', 'utf32', True)
unicode_encode_utf_32_le = _encoder(unicode_encode_utf_32_helper, 'little', 'utf32', True)
py3k_unicode_encode_utf_32 = _encoder(unicode_encode_utf_32_helper, 'native', 'utf-32', False)
py3k_unicode_encode_utf_32_be = _encoder(unicode_encode_utf_32_helper, 'big', 'utf-32-be', False)
py3k_unicode_encode_utf_32_le = _encoder(unicode_encode_utf_32_helper, 'little', 'utf-32-le', False)


# --- UTF-7: runs of UTF-16 in base 64, between `+` and `-` or another character that is no digit ---

_DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
_VALUES = [_DIGITS.find(chr(_c)) for _c in range(128)]
_DIRECT = [chr(_c).isalnum() or chr(_c) in "'(),-./:? \t\n\r!\"#$%&*;<=>@[]^_`{|}" for _c in range(128)]


def _digit_value(c):
    return _VALUES[c] if c < 128 else -1


def str_decode_utf_7(s, size, errors, final=False, errorhandler=None):
    if errorhandler is None:
        errorhandler = runicode.default_unicode_error_decode
    result = UnicodeBuilder(size)
    pos = 0
    while pos < size:
        c = ord(s[pos])
        if c != 43:
            if c < 128:
                result.append(unichr(c))
                pos += 1
            else:
                text, pos = errorhandler(errors, 'utf7', 'unexpected special character', s, pos, pos + 1)
                result.append(text)
            continue
        if pos + 1 < size and s[pos + 1] == '-':
            result.append(u'+')
            pos += 2
            continue
        start = pos
        end = start + 1
        while end < size and _digit_value(ord(s[end])) >= 0:
            end += 1
        if end >= size and not final:
            break
        run, left = _decode_run(s, start + 1, end)
        msg = ''
        if end >= size:
            if left:
                msg = 'unterminated shift sequence'
        elif left >= 0x10000:
            msg = 'partial character in base64 sequence'
        elif left & 0xff00:
            msg = 'non-zero padding bits in shift sequence'
        elif end == start + 1:
            msg = 'ill-formed sequence'
        result.append(run)
        pos = end
        if msg:
            text, pos = errorhandler(errors, 'utf7', msg, s, start, end)
            result.append(text)
        elif end < size and s[end] == '-':
            pos = end + 1
    return result.build(), pos


def _decode_run(s, pos, end):
    """The text of base 64 digits; and what is left: 0 if the bits left are zero and fewer than six, bits 8 and up tell otherwise."""
    result = UnicodeBuilder(end - pos)
    bits = 0
    n = 0
    high = 0
    while pos < end:
        bits = (bits << 6) | _digit_value(ord(s[pos]))
        n += 6
        pos += 1
        if n < 16:
            continue
        n -= 16
        unit = bits >> n
        bits &= (1 << n) - 1
        if high:
            if 0xdc00 <= unit < 0xe000:
                result.append(unichr(0x10000 + ((high - 0xd800) << 10) + unit - 0xdc00))
                high = 0
                continue
            result.append(unichr(high))
            high = 0
        if 0xd800 <= unit < 0xdc00:
            high = unit
        else:
            result.append(unichr(unit))
    if high:
        result.append(unichr(high))
    left = 0
    if n >= 6:
        left = 0x10000
    elif bits:
        left = 0x100
    return result.build(), left


def unicode_encode_utf_7(s, size, errors, errorhandler=None):
    result = StringBuilder(size)
    bits = 0
    n = 0
    inside = False
    for i in range(size):
        c = ord(s[i])
        if 0 < c < 128 and _DIRECT[c]:
            if inside:
                if n:
                    result.append(_DIGITS[(bits << (6 - n)) & 63])
                if _VALUES[c] >= 0 or c == 45:
                    result.append('-')
                inside = False
            result.append(chr(c))
            continue
        if not inside:
            if c == 43:
                result.append('+-')
                continue
            result.append('+')
            inside = True
            bits = n = 0
        if c >= 0x10000:
            bits = (bits << 16) | (0xd800 + ((c - 0x10000) >> 10))
            n += 16
            while n >= 6:
                n -= 6
                result.append(_DIGITS[(bits >> n) & 63])
            bits &= 63
            c = 0xdc00 + ((c - 0x10000) & 0x3ff)
        bits = (bits << 16) | c
        n += 16
        while n >= 6:
            n -= 6
            result.append(_DIGITS[(bits >> n) & 63])
        bits &= 63
    if inside:
        if n:
            result.append(_DIGITS[(bits << (6 - n)) & 63])
        result.append('-')
    return result.build()
