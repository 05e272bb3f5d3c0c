# Varints and bit sets.
def varint(n):
    out = []
    while n >= 128:
        out.append(chr(n & 127 | 128))
        n = n >> 7
    out.append(chr(n))
    return "".join(out)


def unvarint(data):
    numbers = []
    n = shift = 0
    for c in data:
        byte = ord(c)
        n |= (byte & 0x7f) << shift
        shift += 7
        if byte < 0x80:
            numbers.append(n)
            n = shift = 0
    return numbers


class BitSet(object):
    def __init__(self, size):
        self.words = [0] * ((size + 7) // 8)

    def add(self, n):
        self.words[n // 8] |= 1 << (n % 8)

    def has(self, n):
        return self.words[n // 8] & (1 << (n % 8)) != 0


def shown(data):
    return "'" + "".join([c if " " <= c <= "~" else "\\x%02x" % ord(c) for c in data]) + "'"


def entry_point(argv):
    data = ""
    for n in (0, 1, 127, 128, 300, 1 << 31):
        print("%d %s" % (n, shown(varint(n))))
        data += varint(n)
    numbers = unvarint(data)
    print("%d %s %d" % (len(data), numbers, max(numbers) // 1000))
    bits = BitSet(20)
    for n in range(0, 20, 3):
        bits.add(n)
    text = "".join([chr(word) for word in bits.words])
    print("%s %s %s" % (shown(text), [n for n in range(20) if bits.has(n)], bits.has(4)))
    swapped = []
    for word in bits.words:
        swapped.append("".join(["1" if word & 1 << i else "0" for i in range(8)]))
    print(" ".join(swapped))
    return 0


def target(driver, args):
    return entry_point, None
