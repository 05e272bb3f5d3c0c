import os
import struct
import sys

NAME = "data.bin"
PY3 = sys.version_info[0] >= 3


def native(data):
    if PY3:
        return data.decode("latin-1")
    return data


def shown(data):
    special = {9: "\\t", 10: "\\n", 13: "\\r"}
    return "'%s'" % "".join([c if " " <= c <= "~" else special.get(ord(c), "\\x%02x" % ord(c)) for c in data])


def entry_point(argv):
    f = open(NAME, "wb")
    f.write(b"\x89BIN\r\n\x1a\n")
    for n in (1, 258, 65535):
        f.write(struct.pack(">H", n))
    f.write(b"\xc8\0")
    f.close()
    f = open(NAME, "rb")
    magic = native(f.read(8))
    print("%s %s %d %d" % (shown(magic), magic[0] == "\x89", ord(magic[0]), len(magic)))
    numbers = []
    for i in range(3):
        pair = native(f.read(2))
        numbers.append(ord(pair[0]) << 8 | ord(pair[1]))
    print("%s %d" % (numbers, sum(numbers) // 2))
    tail = native(f.read())
    print("%s %s" % ([ord(c) for c in tail], shown(native(f.read(1)))))
    f.seek(1)
    part = native(f.read(3))
    print("%s %d" % (part, f.tell()))
    f.close()
    with open(NAME, "rb") as f:
        data = native(f.read())
    print("%d %d %d %s" % (len(data), data.find("BIN"), data.count("\n"), data.startswith("\x89B")))
    lines = data.split("\r\n")
    print("%d %s %s" % (len(data.split("\n")), shown(lines[0]), max(data) == "\xff"))
    os.unlink(NAME)
    return 0


def target(driver, args):
    return entry_point, None
