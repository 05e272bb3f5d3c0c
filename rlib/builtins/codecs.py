"""`encode` and `decode` with error handlers. Encodings are constants, so that each call has only the code that it needs."""

from rpython.rlib.objectmodel import specialize
from rpython.rlib.rstring import StringBuilder, UnicodeBuilder
from rpython_builtins.strings import append_ascii, append_hex


@specialize.call_location()
def decode(s, encoding='utf-8', errors='strict'):
    if encoding == 'utf-8':
        return decode_utf8(s, errors)
    elif encoding == 'ascii':
        return decode_bytes(s, 128, encoding, errors)
    elif encoding == 'latin-1':
        return decode_bytes(s, 256, encoding, errors)
    else:
        raise LookupError("unknown encoding: " + encoding)


@specialize.call_location()
def encode(u, encoding='utf-8', errors='strict'):
    if encoding == 'utf-8':
        return encode_utf8(u, errors)
    elif encoding == 'ascii':
        return encode_bytes(u, 128, encoding, errors)
    elif encoding == 'latin-1':
        return encode_bytes(u, 256, encoding, errors)
    else:
        raise LookupError("unknown encoding: " + encoding)


@specialize.call_location()
def encode_str(s, encoding='utf-8', errors='strict'):
    """A byte string is its own encoding, if it can be."""
    if encoding == 'ascii':
        for i in range(len(s)):
            if ord(s[i]) >= 128:
                raise UnicodeDecodeError(encoding, s, i, i + 1, 'ordinal not in range(128)')
    return s


def bad_bytes(out, s, start, end, encoding, errors, reason):
    if errors == 'ignore':
        return
    if errors == 'replace':
        out.append(u'\ufffd')
    elif errors == 'backslashreplace':
        text = StringBuilder()
        for i in range(start, end):
            text.append('\\x')
            append_hex(text, ord(s[i]), 2)
        out.append(text.build().decode('ascii'))
    elif errors == 'strict':
        raise UnicodeDecodeError(encoding, s, start, end, reason)
    else:
        raise LookupError("unknown error handler name '" + errors + "'")


def decode_bytes(s, limit, encoding, errors):
    out = UnicodeBuilder(len(s))
    for i in range(len(s)):
        c = ord(s[i])
        if c < limit:
            out.append(unichr(c))
        else:
            bad_bytes(out, s, i, i + 1, encoding, errors, 'ordinal not in range(128)')
    return out.build()


def continuation(s, i, low, high):
    """The six bits of the byte at i if it is in the range, else -1."""
    if i >= len(s):
        return -1
    c = ord(s[i])
    if c < low or c > high:
        return -1
    return c & 63


def decode_utf8(s, errors):
    """What cannot go on is one error, as long as it could have been the start of a character."""
    out = UnicodeBuilder(len(s))
    i = 0
    n = len(s)
    while i < n:
        c = ord(s[i])
        if c < 0x80:
            out.append(unichr(c))
            i += 1
            continue
        more = 0
        low = 0x80
        high = 0xBF
        if 0xC2 <= c < 0xE0:
            more = 1
            code = c & 31
        elif 0xE0 <= c < 0xF0:
            more = 2
            code = c & 15
            if c == 0xE0:
                low = 0xA0
            elif c == 0xED:
                high = 0x9F
        elif 0xF0 <= c < 0xF5:
            more = 3
            code = c & 7
            if c == 0xF0:
                low = 0x90
            elif c == 0xF4:
                high = 0x8F
        else:
            bad_bytes(out, s, i, i + 1, 'utf-8', errors, 'invalid start byte')
            i += 1
            continue
        start = i
        i += 1
        while more > 0:
            bits = continuation(s, i, low, high)
            if bits < 0:
                break
            code = (code << 6) | bits
            low = 0x80
            high = 0xBF
            i += 1
            more -= 1
        if more == 0:
            out.append(unichr(code))
        elif i < n:
            bad_bytes(out, s, start, i, 'utf-8', errors, 'invalid continuation byte')
        else:
            bad_bytes(out, s, start, i, 'utf-8', errors, 'unexpected end of data')
    return out.build()


def can_encode(code, limit):
    if limit > 256:
        return not 0xD800 <= code < 0xE000
    return code < limit


def bad_char(out, u, i, limit, encoding, errors, reason):
    code = ord(u[i])
    if errors == 'ignore':
        return
    if errors == 'replace':
        out.append('?')
    elif errors == 'backslashreplace':
        append_ascii(out, code)
    elif errors == 'xmlcharrefreplace':
        out.append('&#')
        out.append(str(code))
        out.append(';')
    elif errors == 'strict':
        end = i + 1
        while end < len(u) and not can_encode(ord(u[end]), limit):
            end += 1
        raise UnicodeEncodeError(encoding, u, i, end, reason)
    else:
        raise LookupError("unknown error handler name '" + errors + "'")


def encode_bytes(u, limit, encoding, errors):
    out = StringBuilder(len(u))
    for i in range(len(u)):
        c = ord(u[i])
        if c < limit:
            out.append(chr(c))
        elif limit == 128:
            bad_char(out, u, i, limit, encoding, errors, 'ordinal not in range(128)')
        else:
            bad_char(out, u, i, limit, encoding, errors, 'ordinal not in range(256)')
    return out.build()


def encode_utf8(u, errors):
    out = StringBuilder(len(u))
    for i in range(len(u)):
        c = ord(u[i])
        if c < 0x80:
            out.append(chr(c))
        elif c < 0x800:
            out.append(chr(0xC0 | (c >> 6)))
            out.append(chr(0x80 | (c & 63)))
        elif c < 0x10000:
            if 0xD800 <= c < 0xE000:
                bad_char(out, u, i, 0x110000, 'utf-8', errors, 'surrogates not allowed')
            else:
                out.append(chr(0xE0 | (c >> 12)))
                out.append(chr(0x80 | ((c >> 6) & 63)))
                out.append(chr(0x80 | (c & 63)))
        else:
            out.append(chr(0xF0 | (c >> 18)))
            out.append(chr(0x80 | ((c >> 12) & 63)))
            out.append(chr(0x80 | ((c >> 6) & 63)))
            out.append(chr(0x80 | (c & 63)))
    return out.build()


# ---- texts of errors

def decode_message(encoding, s, start, end, reason):
    out = StringBuilder()
    if end == start + 1 and 0 <= start < len(s):
        out.append("byte 0x")
        append_hex(out, ord(s[start]), 2)
        out.append(" in position " + str(start))
    else:
        out.append("bytes in position %d-%d" % (start, end - 1))
    return "'" + encoding + "' codec can't decode " + out.build() + ": " + reason


@specialize.argtype(1)
def encode_message(encoding, u, start, end, reason):
    out = StringBuilder()
    if end == start + 1 and 0 <= start < len(u):
        out.append("character '")
        code = ord(u[start])
        if code < 256:
            out.append('\\x')
            append_hex(out, code, 2)
        else:
            append_ascii(out, code)
        out.append("' in position " + str(start))
    else:
        out.append("characters in position %d-%d" % (start, end - 1))
    return "'" + encoding + "' codec can't encode " + out.build() + ": " + reason
