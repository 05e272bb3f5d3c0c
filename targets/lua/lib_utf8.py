"""utf8"""
from rpython.rlib import jit
from rpython.rlib.rstring import StringBuilder

from lua.lexer import utf8_bytes
from lua.lib import Library, arg, given, int_arg, opt_int, pair, str_arg, triple
from lua.objects import ArgumentError, W_Integer, W_Multi, W_String, error, is_true, multi, w_nil, w_none, wrap_str

library = Library()


def decode(s, i, strict):
    """The code point at i and the place behind it; (-1, i) if there is none."""
    c = ord(s[i])
    if c < 0x80:
        return c, i + 1
    if c < 0xc2 or c > 0xfd:
        return -1, i
    more = 1
    while c & (0x40 >> more):
        more += 1
    n = c & (0x3f >> more)
    for k in range(more):
        if i + 1 + k >= len(s):
            return -1, i
        d = ord(s[i + 1 + k])
        if d & 0xc0 != 0x80:
            return -1, i
        n = (n << 6) | (d & 0x3f)
    shortest = 0x80
    if more > 1:
        shortest = 1 << (5 * more + 1)
    if n < shortest:
        return -1, i
    if strict and (n > 0x10ffff or 0xd800 <= n <= 0xdfff):
        return -1, i
    return n, i + 1 + more


def place(s, i):
    if i < 0:
        return len(s) + i
    return i - 1


@library.function("char")
@jit.dont_look_inside
def utf8_char(args):
    b = StringBuilder()
    for i in range(len(args)):
        n = int_arg(args, i)
        if n < 0 or n > 0x7fffffff:
            raise ArgumentError(i, "value out of range")
        b.append(utf8_bytes(n))
    return wrap_str(b.build())


@library.function("len")
@jit.dont_look_inside
def utf8_len(args):
    s = str_arg(args, 0)
    i = place(s, opt_int(args, 1, 1))
    end = place(s, opt_int(args, 2, -1))
    if i < 0 or i > len(s):
        raise ArgumentError(1, "initial position out of bounds")
    if end >= len(s):
        raise ArgumentError(2, "final position out of bounds")
    n = 0
    while i <= end:
        c, after = decode(s, i, not is_true(arg(args, 3)))
        if c < 0:
            return pair(w_nil, W_Integer(i + 1))
        i = after
        n += 1
    return W_Integer(n)


@library.function("codepoint")
@jit.dont_look_inside
def utf8_codepoint(args):
    s = str_arg(args, 0)
    first = opt_int(args, 1, 1)
    i = place(s, first)
    end = place(s, opt_int(args, 2, first))
    if i < 0:
        raise ArgumentError(1, "out of bounds")
    if end >= len(s):
        raise ArgumentError(2, "out of bounds")
    vals = []
    while i <= end:
        c, i = decode(s, i, not is_true(arg(args, 3)))
        if c < 0:
            raise error("invalid UTF-8 code")
        vals.append(W_Integer(c))
    return multi(vals[:])


def is_continuation(s, i):
    return i < len(s) and ord(s[i]) & 0xc0 == 0x80


@library.function("offset")
@jit.dont_look_inside
def utf8_offset(args):
    s = str_arg(args, 0)
    n = int_arg(args, 1)
    i = place(s, opt_int(args, 2, 1 if n > 0 else len(s) + 1))
    if i < 0 or i > len(s):
        raise ArgumentError(2, "position out of bounds")
    if n == 0:
        while i > 0 and is_continuation(s, i):
            i -= 1
        return W_Integer(i + 1)
    if is_continuation(s, i):
        raise error("initial position is a continuation byte")
    while n < 0 and i > 0:
        i -= 1
        while i > 0 and is_continuation(s, i):
            i -= 1
        n += 1
    if n > 0:
        n -= 1
        while n > 0 and i < len(s):
            i += 1
            while is_continuation(s, i):
                i += 1
            n -= 1
    if n == 0:
        return W_Integer(i + 1)
    return w_nil


@library.function("codes_iterator")
@jit.dont_look_inside
def codes_iterator(args):
    s = str_arg(args, 0)
    i = int_arg(args, 1)
    while is_continuation(s, i):
        i += 1
    if i >= len(s):
        return w_nil
    c, after = decode(s, i, True)
    if c < 0 or is_continuation(s, after):
        raise error("invalid UTF-8 code")
    return pair(W_Integer(i + 1), W_Integer(c))


@library.function("codes")
def utf8_codes(args):
    str_arg(args, 0)
    return triple(library.find("codes_iterator"), args[0], W_Integer(0))


def open_library(w_table):
    library.open_into(w_table)
    w_table.set_name("charpattern", W_String("[\0-\x7f\xc2-\xfd][\x80-\xbf]*"))
