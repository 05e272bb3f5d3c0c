# Varints and bit sets.
def varint(n):
    out = ""
    while n >= 0200:
        out += chr(n & 0177 | 0200)
        n >>= 7
    return out + chr(n)


def unvarint(data):
    numbers, n, shift = [], 0, 0
    for c in data:
        n |= (ord(c) & 0x7f) << shift
        if ord(c) & 0x80:
            shift += 7
        else:
            numbers.append(n)
            n = shift = 0
    return numbers


class BitSet(object):
    def __init__(self, size):
        self.words = [0] * ((size + 7) / 8)

    def add(self, n):
        self.words[n / 8] |= 1 << n % 8

    def __contains__(self, n):
        return self.words[n / 8] >> n % 8 & 1 <> 0

    def data(self):
        return "".join(map(chr, self.words))


def entry_point(argv):
    data = ""
    for n in (0, 1, 127, 128, 300, 1 << 31):
        print n, `varint(n)`
        data += varint(n)
    print len(data), unvarint(data), max(unvarint(data)) / 1000
    bits = BitSet(20)
    for n in xrange(0, 20, 3):
        bits.add(n)
    print `bits.data()`, [n for n in range(20) if n in bits], 4 in bits
    swapped = []
    for c in bits.data():
        swapped.append("".join(reversed(bin(ord(c))[2:].zfill(8))))
    print " ".join(swapped)
    return 0


def target(driver, args):
    return entry_point, None
