import sys

WORD = u"na\xefve"
GREEK = u"\u03b1\u03b2\u03b3"
TABLE = {u"a": 1, GREEK: 3}


def utf8(text):
    data = text.encode("utf-8")
    if sys.version_info[0] >= 3:
        return data.decode("latin-1")
    return data


def show(text):
    return "'" + "".join([c if ord(c) < 128 else "\\x%02x" % ord(c) for c in utf8(text)]) + "'"


def entry_point(argv):
    print("%d %d %s %s" % (len(utf8(WORD)), len(utf8(GREEK)), show(WORD), show(GREEK)))
    print("%s %s %s" % (show(WORD + GREEK), show(GREEK * 2), show(u"".join([GREEK, WORD]))))
    print("%s %s %s %s" % (u"\u03b2" in GREEK, WORD.startswith(u"na\xef"),
                           GREEK.endswith(u"\u03b3"), u"z" in WORD))
    print("%d %d %s" % (TABLE[u"a"], TABLE[GREEK], u"b" in TABLE))
    print(" ".join([utf8(part) for part in u"x\u2014y\u2014z".split(u"\u2014")]))
    print("%s %s %s" % (show(WORD.replace(u"\xef", u"i")), show(u"  " + GREEK + u" "),
                        show((GREEK + u" ").strip())))
    print("%s %s" % (WORD.encode("utf-8").decode("utf-8") == WORD, u"\u03b1\u03b2\u03b3" == GREEK))
    print("%s %s %s" % (WORD < GREEK, sorted([GREEK, WORD, u"z"])[0] == WORD, GREEK != WORD))
    total = 0
    for c in utf8(GREEK):
        total += ord(c)
    print("%d %s %s" % (total // 3, show(u"%s=%d" % (WORD, 7 // 2)),
                        show(u"a\u20ac".partition(u"a")[2])))
    return 0


def target(driver, args):
    return entry_point, None
