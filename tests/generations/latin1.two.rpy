# All bytes, as text and back.
ALL = "".join(map(chr, xrange(256)))


def rotate(data, n):
    out = []
    for c in data:
        out.append(chr((ord(c) + n) % 256))
    return "".join(out)


def entry_point(argv):
    text = ALL.decode("latin-1")
    print len(text), ord(text[255]), ord(text[128]), text.encode("latin-1") == ALL
    turned = rotate(ALL, 3)
    print ord(turned[0]), ord(turned[255]), rotate(turned, -3) == ALL
    print `rotate("\xfe\xff", 1)`, rotate("abc", 1)
    try:
        u"\u20ac".encode("latin-1")
    except UnicodeEncodeError, e:
        print "not in latin-1"
    print sum([ord(c) for c in ALL]) / 256, ALL.find("\x80"), ALL.count("A")
    high = filter(lambda c: c >= "\x80", ALL)
    print len(high), `high[:2]`, ALL[65:70], `ALL[::-50][1:3]`
    for c in text[224:227]:
        print ord(c), `c.encode("latin-1")`,
    print
    return 0


def target(driver, args):
    return entry_point, None
