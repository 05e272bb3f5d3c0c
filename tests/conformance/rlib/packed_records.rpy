"""Binary formats: rstruct's packing by formats known at import time, ieee floats of 2, 4 and 8 bytes, bit fields, a file header with a
table of contents, variable-length integers, checksums."""
import math
from rpython.rlib.rstruct import ieee
from rpython.rlib.rstruct.runpack import runpack
from rpython.rlib.rstruct.error import StructError
from rpython.rlib.rarithmetic import r_uint, intmask, r_ulonglong, r_longlong
from rpython.rlib.rfloat import INFINITY, NAN, isnan
from rpython.rlib.rstring import StringBuilder


class Writer(object):
    def __init__(self):
        self.out = StringBuilder()

    def u8(self, n):
        self.out.append(chr(n & 0xff))

    def u16(self, n):
        self.u8(n >> 8)
        self.u8(n)

    def u32(self, n):
        self.u16(n >> 16)
        self.u16(n)

    def varint(self, n):
        while n >= 0x80:
            self.u8(n & 0x7f | 0x80)
            n >>= 7
        self.u8(n)

    def zigzag(self, n):
        self.varint((n << 1) ^ (n >> 63))

    def f64(self, x):
        result = StringBuilder()
        ieee.pack_float(result, x, 8, True)
        self.out.append(result.build())

    def text(self, s):
        self.varint(len(s))
        self.out.append(s)


class Truncated(Exception):
    def __init__(self, pos):
        self.pos = pos


class Reader(object):
    def __init__(self, data):
        self.data = data
        self.pos = 0

    def take(self, n):
        pos = self.pos
        assert pos >= 0
        if n < 0 or pos + n > len(self.data):
            raise Truncated(pos)
        self.pos = pos + n
        return self.data[pos:pos + n]

    def u8(self):
        return ord(self.take(1)[0])

    def varint(self):
        n = shift = 0
        while True:
            b = self.u8()
            n |= (b & 0x7f) << shift
            if b < 0x80:
                return n
            shift += 7

    def zigzag(self):
        n = self.varint()
        return (n >> 1) ^ -(n & 1)

    def f64(self):
        return ieee.unpack_float(self.take(8), True)

    def text(self):
        return self.take(self.varint())


class Entry(object):
    def __init__(self, name, weight, numbers):
        self.name = name
        self.weight = weight
        self.numbers = numbers


def archive(entries):
    w = Writer()
    w.out.append("ARC1")
    w.u16(len(entries))
    for e in entries:
        w.text(e.name)
        w.f64(e.weight)
        w.varint(len(e.numbers))
        for n in e.numbers:
            w.zigzag(n)
    body = w.out.build()
    end = Writer()
    end.u32(adler(body))
    return body + end.out.build()


def adler(s):
    a, b = 1, 0
    for c in s:
        a = (a + ord(c)) % 65521
        b = (b + a) % 65521
    return b << 16 | a


def extract(data):
    n = len(data) - 4
    if n < 6:
        raise Truncated(n)
    check = runpack(">I", data[n:])
    if intmask(check) != adler(data[:n]):
        return None
    r = Reader(data)
    if r.take(4) != "ARC1":
        return None
    count = runpack(">H", r.take(2))
    entries = []
    for _ in range(intmask(count)):
        name = r.text()
        weight = r.f64()
        entries.append(Entry(name, weight, [r.zigzag() for _ in range(r.varint())]))
    return entries


def hexa(s):
    return "".join(["%02x" % ord(c) for c in s])


def packed(x, size, big):
    b = StringBuilder()
    try:
        ieee.pack_float(b, x, size, big)
    except OverflowError:
        return "overflow"
    return hexa(b.build())


def bit_fields(word):
    return [word >> 31 & 1, word >> 23 & 0xff, word & 0x7fffff]


def entry_point(argv):
    print(runpack("<i", "\xfe\xff\xff\xff"), runpack(">h", "\x80\x00"), runpack("B", "\xc8"), runpack("b", "\xc8"))
    a, b, c = runpack("<HBi", "\x01\x02\x03\xff\xff\xff\x7f")
    print(a, b, c)
    x, s = runpack(">d3s", "\x3f\xf8\x00\x00\x00\x00\x00\x00abc")
    print(x, s)
    print(runpack("<q", "\x00" * 7 + "\x80"), runpack(">Q", "\xff" * 8) == r_ulonglong(-1), runpack("?", "\x01"), runpack("c", "z"))
    try:
        runpack("<i", "abc")
        print("fine")
    except StructError as e:
        print("error", len(e.msg) > 0)
    for x in [0.0, -0.0, 1.0, -2.5, 0.1, 65504.0, 1e-8, 1e39, 5e-324, INFINITY, -INFINITY, 3.14159265358979]:
        print("%s %s %s %s" % (packed(x, 2, True), packed(x, 4, True), packed(x, 8, True), packed(x, 4, False)))
    print(isnan(ieee.unpack_float("\x7f\xc0\x00\x00", True)), ieee.unpack_float("\x7f\x80\x00\x00", True), ieee.unpack_float("\x3c\x00", True))
    print("%.10f %.10f" % (ieee.unpack_float("\xcd\xcc\xcc\x3d", False), ieee.unpack_float("\x00\x01", True)))
    print([bit_fields(n) for n in (0x40490fdb, 0xff800000, 1)])
    entries = [Entry("alpha", 1.5, [0, -1, 1, 300, -300]), Entry("", -0.25, []), Entry("big", 1e300, [1 << 40, -(1 << 40), 0x7fffffff])]
    data = archive(entries)
    print(len(data), hexa(data[:24]))
    found = extract(data)
    for e in found:
        print("%s %s %s" % (e.name, str(e.weight), e.numbers))
    bad = data[:10] + chr(ord(data[10]) ^ 1) + data[11:]
    print(extract(bad) is None, extract("nonsense data") is None)
    try:
        extract("ARC")
    except Truncated as e:
        print("truncated", e.pos)
    r = Reader("\x05abc")
    try:
        r.text()
    except Truncated as e:
        print("truncated at", e.pos)
    return 0


def target(driver, args):
    return entry_point, None
