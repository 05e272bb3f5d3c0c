"""repr() of unicode strings inside of containers."""
from rpython_builtins.unicodes import quote_of, append_quoted
from rpython.rlib.rstring import StringBuilder
from rpython.rtyper.lltypesystem import lltype


def ll_unicode_text(u):
    if not u:
        return lltype.ptr_of("None")
    n = len(u)
    single = False
    double = False
    i = 0
    while i < n:
        c = ord(u[i])
        if c == 39:
            single = True
        elif c == 34:
            double = True
        i += 1
    quote = quote_of(single, double)
    out = StringBuilder(n + 2)
    out.append(chr(quote))
    i = 0
    while i < n:
        append_quoted(out, ord(u[i]), quote)
        i += 1
    out.append(chr(quote))
    return lltype.ptr_of(out.build())


def ll_unichar_text(c):
    code = ord(c)
    quote = quote_of(code == 39, False)
    out = StringBuilder(12)
    out.append(chr(quote))
    append_quoted(out, code, quote)
    out.append(chr(quote))
    return lltype.ptr_of(out.build())
