# jit: yes
"""Concatenations and slices of texts whose lengths vary: measured, compared, cut again, kept for the next round, and wanted where
a loop is left."""
from rpython.rlib.jit import JitDriver, elidable
from rpython.rlib.objectmodel import specialize
from rpython.rlib.rstring import StringBuilder, UnicodeBuilder


def where(kind):
    return "cut %d" % kind


def where_unicode(kind):
    return "unicode %d" % kind


driver = JitDriver(greens=['kind'], reds=['i', 'total', 'text', 'other', 'last'], get_printable_location=where)
unicode_driver = JitDriver(greens=['kind'], reds=['i', 'total', 'text', 'other', 'last'],
                           get_printable_location=where_unicode)


@specialize.argtype(1)
def one_round(kind, text, other, last, i, words):
    """What is added to the total, and what is kept."""
    at = i % 7
    if kind == 0:
        # A slice against a constant, whose length is known.
        if text[at:at + 2] == words[0]:
            return 1, last
    elif kind == 1:
        return len(text + other), last
    elif kind == 2:
        # A slice of a slice.
        s = text[at:]
        if len(s) > 1:
            t = s[1:]
            if t[0] == words[1]:
                return 1, last
    elif kind == 3:
        # Of any length, against several constants and None.
        n = at + i % 3
        if n > len(text):
            n = len(text)
        s = text[at:n]
        if s == words[2]:
            return 1, last
        elif s == words[1]:
            return 2, last
        elif s == words[3]:
            return 3, last
    elif kind == 4:
        # Kept until the next round compares it.
        add = 1 if last == words[4] else 0
        return add, text[at:at + 1 + (i & 1)]
    elif kind == 5:
        # Kept, and looked at once.
        return 1, words[1] + text + other + words[0]
    elif kind == 6:
        s = words[1] + text[at:at + 1]
        if s == words[5]:
            return 1, last
    elif kind == 7:
        # A message that is wanted once, in an object.
        first, second = note = (words[0] + other, text[1:1 + at % 4])
        if i == 1400:
            return len(note[0]) + 10 * len(note[1]), first + second
    elif kind == 8:
        # An object gets it now and then.
        s = text[:at] + other
        if i % 11 == 0:
            return len(s), s + s
        return ord(s[0]), last
    elif kind == 10:
        # Numbers, and what a function makes of texts.
        message = other + words[1].join([text, other]) if i == 1300 else shown(other, i % 9) + text
        if i == 1450:
            return len(message), message
    elif kind == 9:
        # Grows round by round.
        if len(last) < 40:
            return 0, last + words[1]
        return len(last), words[3]
    return 0, last


@specialize.argtype(0)
def shown(text, n):
    return text + doubled(text + text[:n])


@elidable
@specialize.argtype(0)
def doubled(text):
    return text + text


def run(kind, text, other):
    i = 0
    total = 0
    last = ""
    while i < 1500:
        driver.jit_merge_point(kind=kind, i=i, total=total, text=text, other=other, last=last)
        add, last = one_round(kind, text, other, last, i, WORDS)
        total += add
        i += 1
    print("%d %d %s" % (kind, total, last))


def run_unicode(kind, text, other):
    i = 0
    total = 0
    last = u""
    while i < 1500:
        unicode_driver.jit_merge_point(kind=kind, i=i, total=total, text=text, other=other, last=last)
        add, last = one_round(kind, text, other, last, i, UNICODE_WORDS)
        total += add
        i += 1
    codes = 0
    for c in last:
        codes = codes * 3 + ord(c)
    print("%d %d %d" % (kind, total, codes))


def where_builder(kind):
    return "builder %d" % kind


builder_driver = JitDriver(greens=['kind'], reds=['i', 'total', 'text', 'other'], get_printable_location=where_builder)


def run_builder(kind, text, other):
    i = 0
    total = 0
    while i < 1500:
        builder_driver.jit_merge_point(kind=kind, i=i, total=total, text=text, other=other)
        if kind == 0:
            b = StringBuilder()
            b.append(text[i % 7])
            b.append("-")
            if b.build() == "a-":
                total += 1
        elif kind == 1:
            # Full: the buffer is the text.
            b = StringBuilder(len(other))
            b.append(other)
            b.append_slice(text, 1, 3)
            total += len(b.build()) + ord(b.build()[i % 3])
        elif kind == 2:
            b = StringBuilder(2)
            j = i % 5
            b.append(text[j])
            b.append(text[j + 1])
            s = b.build()
            total += ord(s[0]) + ord(s[1]) * 3
            s = s + "!"
            total += len(s)
            message = text + str(i) + "%d: %s" % (i - 700, s)
            if i % 300 == 7:
                print(message)
        elif kind == 3:
            u = UnicodeBuilder(1)
            u.append(u"x")
            u.append(u"a\xe9\u20ac"[i % 3])
            total += ord(u.build()[1])
        i += 1
    print("%d %d" % (kind, total))


WORDS = ["ab", "c", "if", "", "xy", "ca"]
UNICODE_WORDS = [u"ab", u"c", u"if", u"", u"xy", u"ca"]


def entry_point(argv):
    for text in ["abcxyz{", "b bxyB~b"]:
        for kind in range(11):
            run(kind, text, "!!!"[:len(argv)] + text[5:])
        for kind in range(4):
            run_builder(kind, text, "!!!"[:len(argv)] + text[5:])
    for text in [u"abcxyz{", u"\xe9bcxy\u20ac~"]:
        for kind in range(11):
            run_unicode(kind, text, u"!!!"[:len(argv)] + text[5:])
    return 0


def target(driver, args):
    return entry_point, None
