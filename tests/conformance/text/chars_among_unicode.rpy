# stage: rtyper
# Byte characters where unicode characters are: a character is a code point.

try:
    unichr
except NameError:
    unichr, unicode = chr, str


def either(n):
    if n < 0:
        c = unichr(-n)
    else:
        c = chr(n)
    return c


def extend(s):
    letters = [u"a", u"b"]
    letters += s
    return letters


def show(letters):
    return " ".join([str(ord(c)) for c in letters])


def first_of(text, i):
    for c in text:
        if c == chr(i):
            return c
    return "x"


def letter(n):
    if n > 64:
        return unichr(n)
    return "x"


def word(n):
    if n > 64:
        return unichr(n) + u"bc"
    return "x"


def entry_point(argv):
    n = len(argv) + 64
    print(ord(either(n)), ord(either(-n)), ord(either(-252)))
    print(either(n) == u"A", either(n) == "A", either(-n) == "A", either(-n) != "B")
    print(show(extend("xyz")), show(extend("pqrst"[n - 63:])), show(extend("." * (n - 62))))
    print(show(extend("pq"[:-1])))
    print(ord(first_of(u"xyAz", n)), ord(first_of(u"xyz", n)))
    print(ord(letter(n)), ord(letter(n - 1)), len(word(n)), word(n - 1) == u"x")
    chars = [chr(n), chr(n + 1)]
    joined = u"-".join(chars)
    print(joined == u"A-B", len(u"".join(chars)))
    blank = unicode("  ab ")
    print(len(blank.strip(" ")), len(blank.lstrip(" ")), blank.count(" "), blank.find("b"))
    text = unicode("before %s after %d") % (u"x", n)
    print(text.encode("ascii") == u"before x after 65".encode("ascii"))
    print(unichr(n) in (u"A", u"B"), chr(n) == u"A")
    return 0


def target(driver, args):
    return entry_point, None
