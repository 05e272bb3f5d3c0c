import sys

CASES = [b"plain", b"caf\xe9", b"", b"\x80\x81x"]


def native(data):
    if sys.version_info[0] >= 3:
        return data.decode("latin-1")
    return data


def shown(data):
    return "'%s'" % "".join([c if " " <= c <= "~" else "\\x%02x" % ord(c) for c in native(data)])


def strict(data):
    try:
        data.decode("ascii")
    except UnicodeDecodeError:
        text = native(data)
        at = 0
        while ord(text[at]) < 128:
            at += 1
        return "byte 0x%02x at %d" % (ord(text[at]), at)
    return "fine"


def replaced(data):
    return data.decode("ascii", "replace").encode("utf-8")


def entry_point(argv):
    for data in CASES:
        ignored = data.decode("ascii", "ignore").encode("utf-8")
        print("%s %s %s %s" % (shown(data), strict(data), shown(ignored), shown(replaced(data))))
    for text in [u"abc", u"a\xe9", u"\u20ac!"]:
        try:
            first = shown(text.encode("ascii"))
        except UnicodeEncodeError:
            first = "strict fails,"
        print("%s %s %s" % (first, shown(text.encode("ascii", "ignore")),
                            native(text.encode("ascii", "replace"))))
    print(len(replaced(b"\xff")) // 2)
    return 0


def target(driver, args):
    return entry_point, None
