"""The same for `encode` of unicode strings."""


def encoded(text, encoding):
    try:
        if encoding == "ascii":
            return text.encode("ascii")
        if encoding == "latin-1":
            return text.encode("latin-1")
        return text.encode("utf-8")
    except UnicodeEncodeError as e:
        print(e)
        print("%s %d %d %s %d" % (e.encoding, e.start, e.end, e.reason, len(e.object)))
        print(e.object[e.start] == text[e.start])
    return b""


def entry_point(argv):
    n = len(argv)
    for text in [u"ab\xff", u"a\u1234\u1235b", u"\U0001f600", u"\x80", u"fine"]:
        print(len(encoded(text * n, "ascii")))
        print(len(encoded(text * n, "latin-1")))
        print(len(encoded(text * n, "utf-8")))
    return 0


def target(driver, args):
    return entry_point, None
