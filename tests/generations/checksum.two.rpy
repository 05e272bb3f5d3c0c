# stdin: The quick brown fox\njumps over the lazy dog\n
import os

TABLE = []
for _n in xrange(256):
    for _bit in xrange(8):
        if _n & 1:
            _n = _n >> 1 ^ 0xEDB88320
        else:
            _n = _n >> 1
    TABLE.append(_n)


def crc(data):
    value = 0xFFFFFFFF
    for c in data:
        value = TABLE[(value ^ ord(c)) & 0xFF] ^ (value >> 8)
    return value ^ 0xFFFFFFFF


def adler(data):
    a, b = 1, 0
    for c in data:
        a = (a + ord(c)) % 65521
        b = (b + a) % 65521
    return b << 16 | a


def entry_point(argv):
    data = os.read(0, 500)
    for line in data.split("\n"):
        print "%08x %08x %3d" % (crc(line), adler(line), reduce(lambda a, c: a ^ ord(c), line, 0)),
        print `line`
    try:
        index = "abc".index("d")
    except ValueError, e:
        print "no index"
    print hex(TABLE[1]), TABLE[8] / 3, crc("\xff\xfe") % 1000
    return 0


def target(driver, args):
    return entry_point, None
