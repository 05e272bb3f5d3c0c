"""Conversions between byte strings and unicode strings."""
from rpython.rlib.objectmodel import dont_inline
from rpython.rtyper.lltypesystem.lltype import malloc, STR, UNICODE
from rpython.rtyper.lltypesystem import lltype
from rpython_builtins.codecs import decode_bytes, decode_utf8, encode_bytes, encode_utf8
from rpython.rtyper.lltypesystem.lloperation import llop


@dont_inline
def not_utf8(s):
    """Raises the error that tells where."""
    decode_utf8(lltype.str_of(s), 'strict')
    return 0


@dont_inline
def not_ascii(s):
    decode_bytes(lltype.str_of(s), 128, 'ascii', 'strict')


@dont_inline
def not_below(u, limit):
    if limit == 128:
        encode_bytes(lltype.unicode_of(u), 128, 'ascii', 'strict')
    else:
        encode_bytes(lltype.unicode_of(u), 256, 'latin-1', 'strict')


@dont_inline
def surrogate(u):
    encode_utf8(lltype.unicode_of(u), 'strict')


def to_char(i):
    return llop.cast_int_to_char(lltype.Char, i)


def to_unichar(i):
    return llop.cast_int_to_unichar(lltype.UniChar, i)


def ll_decode_latin1(s):
    n = len(s)
    u = malloc(UNICODE, n)
    i = 0
    while i < n:
        u[i] = to_unichar(ord(s[i]))
        i += 1
    return u


def ll_decode_ascii(s):
    n = len(s)
    i = 0
    while i < n:
        if ord(s[i]) >= 128:
            not_ascii(s)
        i += 1
    return ll_decode_latin1(s)


def ll_encode_limit(u, limit):
    n = len(u)
    s = malloc(STR, n)
    i = 0
    while i < n:
        c = ord(u[i])
        if c >= limit:
            not_below(u, limit)
        s[i] = to_char(c)
        i += 1
    return s


def ll_encode_latin1(u):
    return ll_encode_limit(u, 256)


def ll_encode_ascii(u):
    return ll_encode_limit(u, 128)


def ll_encode_utf8(u):
    n = len(u)
    size = 0
    i = 0
    while i < n:
        c = ord(u[i])
        if c < 0x80:
            size += 1
        elif c < 0x800:
            size += 2
        elif c < 0x10000:
            if 0xD800 <= c < 0xE000:
                surrogate(u)
            size += 3
        else:
            size += 4
        i += 1
    s = malloc(STR, size)
    at = 0
    i = 0
    while i < n:
        c = ord(u[i])
        if c < 0x80:
            s[at] = to_char(c)
            at += 1
        elif c < 0x800:
            s[at] = to_char(0xC0 | (c >> 6))
            s[at + 1] = to_char(0x80 | (c & 63))
            at += 2
        elif c < 0x10000:
            s[at] = to_char(0xE0 | (c >> 12))
            s[at + 1] = to_char(0x80 | ((c >> 6) & 63))
            s[at + 2] = to_char(0x80 | (c & 63))
            at += 3
        else:
            s[at] = to_char(0xF0 | (c >> 18))
            s[at + 1] = to_char(0x80 | ((c >> 12) & 63))
            s[at + 2] = to_char(0x80 | ((c >> 6) & 63))
            s[at + 3] = to_char(0x80 | (c & 63))
            at += 4
        i += 1
    return s


def ll_encode_utf8_or_none(u, none):
    if not u:
        return none
    return ll_encode_utf8(u)


def sequence_length(s, c):
    if c < 0x80:
        return 1
    if 0xC2 <= c < 0xE0:
        return 2
    if 0xE0 <= c < 0xF0:
        return 3
    if 0xF0 <= c < 0xF5:
        return 4
    return not_utf8(s)


def decode_at(s, i, k):
    """Code point of the sequence of k bytes at i."""
    if i + k > len(s):
        return not_utf8(s)
    c = ord(s[i])
    if k == 1:
        return c
    code = c & (0x7F >> k)
    j = 1
    while j < k:
        b = ord(s[i + j])
        if (b & 0xC0) != 0x80:
            return not_utf8(s)
        code = (code << 6) | (b & 63)
        j += 1
    if k == 3 and (code < 0x800 or 0xD800 <= code < 0xE000):
        return not_utf8(s)
    if k == 4 and (code < 0x10000 or code > 0x10FFFF):
        return not_utf8(s)
    return code


def ll_decode_utf8(s):
    n = len(s)
    count = 0
    i = 0
    while i < n:
        k = sequence_length(s, ord(s[i]))
        decode_at(s, i, k)
        i += k
        count += 1
    u = malloc(UNICODE, count)
    i = 0
    at = 0
    while i < n:
        k = sequence_length(s, ord(s[i]))
        u[at] = to_unichar(decode_at(s, i, k))
        i += k
        at += 1
    return u


def ll_widen_chars(chars, wide, n):
    """Byte characters become the code points of their numbers."""
    i = 0
    while i < n:
        c = llop.cast_char_to_int(lltype.Signed, chars[i])
        wide[i] = llop.cast_int_to_unichar(lltype.UniChar, c)
        i += 1
