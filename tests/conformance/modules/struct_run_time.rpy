# struct at run time: formats are constants (also those of Struct objects made at import time).
import struct
from struct import pack, unpack, calcsize
from rpython.rlib.unroll import unrolling_iterable

HEADER = struct.Struct(">4sHBx?I")
POINT = struct.Struct("<dd")
INTEGERS = unrolling_iterable([order + c for c in "bBhHiIqLQ" for order in ["<", ">"]] + ["l", "=l", "!H"])
VALUES = [0, 1, 100, -1, -100, 127, 128, 255, 256, 32767, 32768, 65535, 65536, 2147483647, 4294967295, 4294967296, -2147483649]
FLOATS = unrolling_iterable(["e", "f", "d"])


def shown(data):
    return "".join(["%02x" % c for c in bytearray(data)])


class Record(object):
    """A file of records of fixed size."""

    def __init__(self, name, x, y):
        self.name = name
        self.x = x
        self.y = y

    def packed(self):
        return pack("<8sii", self.name, self.x, self.y)


def record(data, at):
    name, x, y = struct.unpack_from("<8sii", data, at)
    return Record(name, x, y)


def integers():
    for code in INTEGERS:
        for v in VALUES:
            try:
                data = pack(code, v)
                assert len(data) == calcsize(code)
                print(code, v, shown(data), unpack(code, data)[0])
            except struct.error as e:
                print(code, v, e)


def floats():
    inf = float("inf")
    for x in [0.0, -0.0, 1.0, -2.5, 3.141592653589793, 65504.0, 6.1e-05, 5e-08, 1e10, inf, -inf]:
        for code in FLOATS:
            try:
                data = pack(">" + code, x)
                print(x, code, shown(data), unpack(">" + code, data)[0])
            except OverflowError as e:
                print(x, code, e)
    try:
        print(shown(pack("<f", 1e39)))
    except OverflowError as e:
        print(e)
    print(shown(pack("<f", 3)), unpack("<2d", pack("<dd", 1, 2)))


def mixed(data):
    values = bytearray(pack("<BhIq3s5px?c", 200, -2, 4000000000, -5, b"abcdef", b"xy", True, b"!"))
    print(list(values))
    b, h, i, q, s, p, t, c = unpack("<BhIq3s5px?c", values)
    print(b, h, i, q, len(s), bytearray(s), bytearray(p), t, bytearray(c))
    print(list(bytearray(pack("bhiq", 1, 2, 3, 4))), calcsize("bhiq"), calcsize("<bhiq"), calcsize("3sxi"), calcsize(""))
    print(list(bytearray(pack("<3s", b"a"))), list(bytearray(pack("<0s2s", b"zz", b"abc"))))
    magic, version, kind, flag, size = HEADER.unpack(HEADER.pack(b"RIFF", 7, 3, False, 123456))
    print(bytearray(magic), version, kind, flag, size, HEADER.size)
    x, y = POINT.unpack_from(POINT.pack(0.0, 1.5) + POINT.pack(2.5, -1.0), 16)
    print(x, y)
    total = 0
    for a, b in struct.iter_unpack("<HB", data):
        total = total * 3 + a * b
    print(total)
    room = bytearray(10)
    struct.pack_into(">HI", room, 2, 258, 50595078)
    print(list(room), struct.unpack_from(">I", room, 4)[0], struct.unpack_from(">H", room, -8)[0])


def errors(data):
    for i in range(7):
        try:
            if i == 0:
                print(unpack("<I", data[:3]))
            elif i == 1:
                print(struct.unpack_from("<I", data, 4))
            elif i == 2:
                print(struct.unpack_from("<I", data, -2))
            elif i == 3:
                struct.pack_into("<I", bytearray(3), 0, 1)
            elif i == 4:
                pack("<c", data)
            elif i == 5:
                print(list(struct.iter_unpack("<I", data[:6])))
            elif i == 6:
                pack("<II", 1)
        except struct.error as e:
            print(i, "struct.error", e)


def entry_point(argv):
    integers()
    floats()
    mixed(b"\x01\x02\x03\xff\xfe\x80")
    errors(b"abcdef")
    data = b"".join([r.packed() for r in [Record(b"first", 1, -1), Record(b"a long name", 2000000, -2000000)]])
    for at in range(0, len(data), calcsize("<8sii")):
        r = record(data, at)
        print(bytearray(r.name), r.x, r.y)
    checksum = 0
    for n in range(300):
        word, low = unpack(">IH", pack(">HI", n, n * 3))
        checksum = (checksum * 31 + word + low) & 0xffffff
    print(checksum)
    return 0


def target(driver, args):
    return entry_point, None
