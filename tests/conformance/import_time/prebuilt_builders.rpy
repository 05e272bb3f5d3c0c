# stage: rtyper
# String builders, dict methods and the like that were made at import time.
from rpython.rlib.rstring import StringBuilder, UnicodeBuilder
from rpython.rlib.objectmodel import newlist_hint
from rpython.rtyper.lltypesystem import rffi

filled = StringBuilder(100)
filled.append("abc")
empty = StringBuilder()
wide = UnicodeBuilder(10)
wide.append(u"gr\xfcn")
NUMBERS = {1: 2, 5: 6}
look = NUMBERS.get


def text_of(i):
    if i % 2:
        b = StringBuilder()
    else:
        b = filled
    b.append(str(i))
    return b.build()


def call(f):
    return f(1, 3)


def hinted(s):
    x = newlist_hint(sizehint=13)
    x += s
    x.append("!")
    return "".join(x)


def raw(n):
    b = StringBuilder()
    with rffi.scoped_str2charp("hello world") as p:
        b.append_charpsize(p, n)
        b.append_charpsize(p, 0)
    return b.build()


def entry_point(argv):
    n = len(argv)
    for i in range(4):
        print(text_of(i))
    print(filled.getlength(), empty.getlength(), empty.build() == "")
    empty.append_multiple_char("x", n + 2)
    print(empty.build(), wide.getlength(), len(wide.build()))
    wide.append(u"er")
    print(wide.build().encode("utf-8") == u"gr\xfcner".encode("utf-8"))
    print(look(n, 3) + look(2, 4), call(look))
    NUMBERS[n] = 50
    print(call(look), hinted("abc"), raw(n + 4))
    return 0


def target(driver, args):
    return entry_point, None
