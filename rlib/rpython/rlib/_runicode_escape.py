"""Escapes of string literals, and the internal form (see `runicode`)."""

from rpython.rlib.rstring import StringBuilder, UnicodeBuilder
from rpython.rlib import runicode

try:
    unichr
except NameError:           # Python 3
    unichr = chr

hexdigits = "0123456789ABCDEFabcdef"


def _hex_value(c):
    if '0' <= c <= '9':
        return ord(c) - 48
    if 'a' <= c <= 'f':
        return ord(c) - 87
    if 'A' <= c <= 'F':
        return ord(c) - 55
    return -1


def hexescape(builder, s, pos, digits, encoding, errorhandler, message, errors):
    """Appends the character of `digits` hexadecimal digits; where to go on. `pos` is behind the letter of the escape."""
    code = 0
    end = pos
    while end < pos + digits and end < len(s) and _hex_value(s[end]) >= 0:
        code = code * 16 + _hex_value(s[end])
        end += 1
    if end < pos + digits:
        text, end = errorhandler(errors, encoding, message, s, pos - 2, end)
        builder.append(text)
    elif code > 0x10ffff:
        text, end = errorhandler(errors, encoding, "illegal Unicode character", s, pos - 2, end)
        builder.append(text)
    else:
        builder.append(unichr(code))
    return end


def _truncated(letter):
    if letter == 'x':
        return 2, "truncated \\xXX escape"
    if letter == 'u':
        return 4, "truncated \\uXXXX escape"
    return 8, "truncated \\UXXXXXXXX escape"


_SIMPLE = {'\\': u'\\', '\'': u'\'', '"': u'"', 'b': u'\b', 'f': u'\f', 't': u'\t', 'n': u'\n', 'r': u'\r', 'v': u'\v', 'a': u'\a'}


def str_decode_unicode_escape(s, size, errors, final=False, errorhandler=None, unicodedata_handler=None):
    """`unicodedata_handler.call(name)` gives the code of a character by its name, or -1."""
    if errorhandler is None:
        errorhandler = runicode.default_unicode_error_decode
    encoding = 'unicodeescape'
    result = UnicodeBuilder(size)
    pos = 0
    while pos < size:
        c = s[pos]
        if c != '\\':
            result.append(unichr(ord(c)))
            pos += 1
            continue
        if pos + 1 >= size:
            text, pos = errorhandler(errors, encoding, "\\ at end of string", s, pos, size)
            result.append(text)
            continue
        letter = s[pos + 1]
        pos += 2
        if letter == '\n':
            continue
        if letter in _SIMPLE:
            result.append(_SIMPLE[letter])
        elif '0' <= letter <= '7':
            code = ord(letter) - 48
            end = min(pos + 2, size)
            while pos < end and '0' <= s[pos] <= '7':
                code = code * 8 + ord(s[pos]) - 48
                pos += 1
            result.append(unichr(code))
        elif letter == 'x' or letter == 'u' or letter == 'U':
            digits, message = _truncated(letter)
            pos = hexescape(result, s, pos, digits, encoding, errorhandler, message, errors)
        elif letter == 'N' and unicodedata_handler is not None:
            pos = _named(result, s, pos, size, encoding, errorhandler, errors, unicodedata_handler)
        else:
            result.append(u'\\')
            result.append(unichr(ord(letter)))
    return result.build(), pos


def _named(result, s, pos, size, encoding, errorhandler, errors, unicodedata_handler):
    end = pos
    message = "malformed \\N character escape"
    if pos < size and s[pos] == '{':
        while end < size and s[end] != '}':
            end += 1
        if end > pos + 1 and end < size:
            name = s[pos + 1:end]
            end += 1
            code = unicodedata_handler.call(name)
            if code >= 0:
                result.append(unichr(code))
                return end
            message = "unknown Unicode character name"
    text, end = errorhandler(errors, encoding, message, s, pos - 2, end)
    result.append(text)
    return end


def str_decode_raw_unicode_escape(s, size, errors, final=False, errorhandler=None):
    """Only `\\u` and `\\U` behind an odd number of backslashes."""
    if errorhandler is None:
        errorhandler = runicode.default_unicode_error_decode
    result = UnicodeBuilder(size)
    pos = 0
    while pos < size:
        c = s[pos]
        if c != '\\':
            result.append(unichr(ord(c)))
            pos += 1
            continue
        start = pos
        while pos < size and s[pos] == '\\':
            pos += 1
        n = pos - start
        escape = n % 2 == 1 and pos < size and (s[pos] == 'u' or s[pos] == 'U')
        for _ in range(n - 1 if escape else n):
            result.append(u'\\')
        if escape:
            digits, message = _truncated(s[pos])
            pos = hexescape(result, s, pos + 1, digits, 'rawunicodeescape', errorhandler, message, errors)
    return result.build(), pos


_HEX = "0123456789abcdef"


def _hex(builder, c, digits):
    while digits > 0:
        digits -= 1
        builder.append(_HEX[(c >> (4 * digits)) & 15])


def _code_escape(builder, c):
    if c >= 0x10000:
        builder.append('\\U')
        _hex(builder, c, 8)
    elif c >= 256:
        builder.append('\\u')
        _hex(builder, c, 4)
    else:
        builder.append('\\x')
        _hex(builder, c, 2)


def _utf_8(builder, c):
    runicode._append_utf_8(builder, c)


def make_unicode_escape_function(pass_printable=False, unicode_output=False, quotes=False, prefix=None):
    """A function of (text, length) that escapes what is not printable ASCII (or not printable at all). With `quotes`, it makes a literal;
    with `unicode_output` the result is unicode."""

    def unicode_escape(s, size, errors=None, errorhandler=None):
        result = UnicodeBuilder(size) if unicode_output else StringBuilder(size)
        quote = 0
        if prefix is not None:
            put(result, prefix)
        if quotes:
            quote = 39
            if s.find(u"'") >= 0 and s.find(u'"') < 0:
                quote = 34
            put(result, chr(quote))
        for i in range(size):
            c = ord(s[i])
            if c == 92 or (quotes and c == quote):
                put(result, '\\')
                put(result, chr(c))
            elif c == 9:
                put(result, '\\t')
            elif c == 10:
                put(result, '\\n')
            elif c == 13:
                put(result, '\\r')
            elif 32 <= c < 127:
                put(result, chr(c))
            elif pass_printable and s[i].isprintable():
                put_char(result, s[i])
            else:
                escaped = StringBuilder(10)
                _code_escape(escaped, c)
                put(result, escaped.build())
        if quotes:
            put(result, chr(quote))
        return result.build()

    if unicode_output:
        def put(builder, text):
            for c in text:
                builder.append(unichr(ord(c)))

        def put_char(builder, ch):
            builder.append(ch)
    else:
        def put(builder, text):
            builder.append(text)

        def put_char(builder, ch):
            _utf_8(builder, ord(ch))
    return unicode_escape, _code_escape


unicode_encode_unicode_escape, raw_unicode_escape_helper_unicode = make_unicode_escape_function()


def raw_unicode_escape_helper(result, char):
    """Appends `\\uXXXX` or `\\UXXXXXXXX`."""
    if char >= 0x10000:
        result.append('\\U')
        _hex(result, char, 8)
    else:
        result.append('\\u')
        _hex(result, char, 4)


def unicode_encode_raw_unicode_escape(s, size, errors, errorhandler=None):
    result = StringBuilder(size)
    for i in range(size):
        c = ord(s[i])
        if c < 256:
            result.append(chr(c))
        else:
            raw_unicode_escape_helper(result, c)
    return result.build()


# --- the internal form: four bytes per character, in the machine's order ---

unicode_bytes = 4


def str_decode_unicode_internal(s, size, errors, final=False, errorhandler=None):
    if errorhandler is None:
        errorhandler = runicode.default_unicode_error_decode
    result = UnicodeBuilder(size // 4)
    pos = 0
    while pos < size:
        if size - pos < 4:
            text, pos = errorhandler(errors, "unicode_internal", "truncated input", s, pos, size)
            result.append(text)
            continue
        c = ord(s[pos]) | (ord(s[pos + 1]) << 8) | (ord(s[pos + 2]) << 16) | (ord(s[pos + 3]) << 24)
        if c > 0x10ffff:
            text, pos = errorhandler(errors, "unicode_internal", "character out of range", s, pos, pos + 4)
            result.append(text)
            continue
        result.append(unichr(c))
        pos += 4
    return result.build(), pos


def unicode_encode_unicode_internal(s, size, errors, errorhandler=None):
    result = StringBuilder(size * 4)
    for i in range(size):
        c = ord(s[i])
        for shift in (0, 8, 16, 24):
            result.append(chr((c >> shift) & 0xff))
    return result.build()
