# stdin: plain\n
import os
import sys

PY3 = sys.version_info[0] >= 3
GOOD = b"caf\xc3\xa9 \xe2\x82\xac"
BAD = b"a\xff\xfeb\xc3"


def native(data):
    """A string with a character for each byte."""
    if PY3:
        return data.decode("latin-1")
    return data


def shown(data):
    return "'%s'" % "".join([c if 32 <= ord(c) < 127 else "\\x%02x" % ord(c) for c in native(data)])


def valid(data):
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


def entry_point(argv):
    line = os.read(0, 100).decode("utf-8")
    print("%s %d" % (native(line.strip().encode("utf-8")), len(line)))
    length = 0
    for c in native(GOOD):
        if ord(c) & 0xC0 != 0x80:
            length += 1
    print("%d %d %s" % (len(GOOD), length, GOOD.decode("utf-8").encode("utf-8") == GOOD))
    print(" ".join([str(valid(data)) for data in [GOOD, BAD, b"\xc0\x80", b"\xed\xa0", b""]]))
    print(shown(BAD.decode("utf-8", "ignore").encode("utf-8")))
    print(shown(b"x\xffy".decode("utf-8", "replace").encode("utf-8")))
    for data in [b"\x00\x7f", b"\xc2\xa3\xc2\xa3"]:
        print("%s %d %d" % (shown(data), len(data), len(data.decode("utf-8").encode("utf-8")) // 2))
    print(shown(b"ab".decode("utf-8").upper().encode("utf-8")))
    return 0


def target(driver, args):
    return entry_point, None
