# -*- coding: utf-8 -*-
WORD = u"na\xefve"
GREEK = u"\u03b1\u03b2\u03b3"
TABLE = {u"a": 1, GREEK: 3}


def show(text):
    return `text.encode("utf-8")`


def entry_point(argv):
    print len(WORD.encode("utf-8")), len(GREEK.encode("utf-8")), show(WORD), show(GREEK)
    print show(WORD + GREEK), show(GREEK * 2), show(u"".join([GREEK, WORD]))
    print u"\u03b2" in GREEK, WORD.startswith(u"na\xef"), GREEK.endswith(u"\u03b3"), u"z" in WORD
    print TABLE[u"a"], TABLE[GREEK], TABLE.has_key(u"b")
    for part in u"x\u2014y\u2014z".split(u"\u2014"):
        print part.encode("ascii"),
    print
    print show(WORD.replace(u"\xef", u"i")), show(u"  " + GREEK + u" "), show((GREEK + u" ").strip())
    print WORD.encode("utf-8").decode("utf-8") == WORD, unichr(945) + u"\u03b2\u03b3" == GREEK
    print WORD < GREEK, sorted([GREEK, WORD, u"z"])[0] == WORD, GREEK <> WORD
    total = 0
    for c in GREEK.encode("utf-8"):
        total += ord(c)
    print total / 3, show(u"%s=%d" % (WORD, 7 / 2)), show(u"a\u20ac".partition(u"a")[2])
    return 0


def target(driver, args):
    return entry_point, None
