"""Unicode strings: decoding, encoding, indexing."""


def count_wide(u):
    n = 0
    for c in u:
        if ord(c) > 127:
            n += 1
    return n


def entry_point(argv):
    u = u"h\xe9llo w\xf6rld"
    print(len(u))
    print(count_wide(u))
    print(ord(u[1]))
    v = u + u"!"
    print(len(v))
    print(u[0:2] == u"h\xe9")
    print(u.find(u"w"))
    print(len(u"a,b".split(u",")))
    print(len(unichr_(8364)))
    return 0


def unichr_(n):
    return u"" + UNI[n % 3]


UNI = [u"a", u"b", u"\u20ac"]


def target(driver, args):
    return entry_point, None
