CASES = ["plain", "caf\xe9", "", "\x80\x81x"]


def strict(data):
    try:
        data.decode("ascii")
    except UnicodeDecodeError, e:
        at = len([c for c in data.rstrip("x") if c < "\x80"])
        return "byte 0x%02x at %d" % (ord(data[at]), at)
    return "fine"


def replaced(data):
    return data.decode("ascii", "replace").encode("utf-8")


def ignored(data):
    return data.decode("ascii", "ignore").encode("utf-8")


def entry_point(argv):
    for data in CASES:
        print `data`, strict(data), `ignored(data)`, `replaced(data)`
    for text in [u"abc", u"a\xe9", u"\u20ac!"]:
        try:
            print `text.encode("ascii")`,
        except UnicodeEncodeError, e:
            print "strict fails,",
        print `text.encode("ascii", "ignore")`, text.encode("ascii", "replace")
    print len(replaced("\xff")) / 2
    return 0


def target(driver, args):
    return entry_point, None
