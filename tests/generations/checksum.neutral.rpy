# stdin: The quick brown fox\njumps over the lazy dog\n
import os
import sys


def _entry(n):
    for _ in range(8):
        n = (n >> 1) ^ 0xEDB88320 if n & 1 else n >> 1
    return n


TABLE = [_entry(n) for n in range(256)]
PY3 = sys.version_info[0] >= 3


def read_input():
    data = os.read(0, 500)
    if PY3:
        return data.decode("latin-1")
    return data


class Sums(object):
    def __init__(self):
        self.crc = 0xFFFFFFFF
        self.a = 1
        self.b = 0
        self.xor = 0

    def feed(self, data):
        for c in data:
            n = ord(c)
            self.crc = TABLE[(self.crc ^ n) & 0xFF] ^ (self.crc >> 8)
            self.a = (self.a + n) % 65521
            self.b = (self.b + self.a) % 65521
            self.xor ^= n
        return self


def entry_point(argv):
    for line in read_input().split("\n"):
        s = Sums().feed(line)
        print("%08x %08x %3d %r" % (s.crc ^ 0xFFFFFFFF, s.b << 16 | s.a, s.xor, line))
    try:
        "abc".index("d")
    except ValueError:
        print("no index")
    last = Sums().feed("\xff\xfe").crc ^ 0xFFFFFFFF
    print("%s %d %d" % (hex(TABLE[1]), TABLE[8] // 3, last % 1000))
    return 0


def target(driver, args):
    return entry_point, None
