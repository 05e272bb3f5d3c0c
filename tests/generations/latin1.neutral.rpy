# All bytes, as text and back.
import sys

ALL = "".join([chr(i) for i in range(256)])


def rotate(data, n):
    return "".join([chr((ord(c) + n) & 255) for c in data])


def shown(data):
    return "'" + "".join([c if " " <= c <= "~" else "\\x%02x" % ord(c) for c in data]) + "'"


def to_text(data):
    return data if sys.version_info[0] >= 3 else data.decode("latin-1")


def entry_point(argv):
    text = to_text(ALL)
    back = text.encode("latin-1")
    print("%d %d %d %s" % (len(text), ord(text[255]), ord(text[128]), len(back) == len(ALL)))
    turned = rotate(ALL, 3)
    print("%d %d %s" % (ord(turned[0]), ord(turned[255]), rotate(turned, -3) == ALL))
    print("%s %s" % (shown(rotate("\xfe\xff", 1)), rotate("abc", 1)))
    try:
        u"\u20ac".encode("latin-1")
    except UnicodeEncodeError:
        print("not in latin-1")
    print("%d %d %d" % (sum([ord(c) for c in ALL]) // 256, ALL.find("\x80"), ALL.count("A")))
    high = "".join([c for c in ALL if ord(c) >= 128])
    print("%d %s %s %s" % (len(high), shown(high[:2]), ALL[65:70], shown(ALL[::-50][1:3])))
    print(" ".join(["%d %s" % (ord(c), shown(chr(ord(c)))) for c in text[224:227]]))
    return 0


def target(driver, args):
    return entry_point, None
