# Varints and bit sets.
def varint(n: int) -> bytes:
    out = bytearray()
    while n >= 0b1000_0000:
        out.append(n & 127 | 128)
        n >>= 7
    out.append(n)
    return bytes(out)


def unvarint(data: bytes) -> list:
    numbers = []
    n = shift = 0
    for byte in data:
        n |= (byte & 0x7f) << shift
        shift += 7
        if byte < 0x80:
            numbers.append(n)
            n = shift = 0
    return numbers


class BitSet:
    def __init__(self, size: int) -> None:
        self.words = bytearray((size + 7) // 8)

    def add(self, n: int) -> None:
        self.words[n // 8] |= 1 << n % 8

    def __contains__(self, n: int) -> bool:
        return bool(self.words[n // 8] >> n % 8 & 1)

    def data(self) -> bytes:
        return bytes(self.words)


def entry_point(argv):
    data = b""
    for n in (0, 1, 127, 128, 300, 1 << 31):
        print(n, repr(varint(n))[1:])
        data += varint(n)
    print(len(data), numbers := unvarint(data), int(max(numbers) / 1000))
    bits = BitSet(20)
    for n in range(0, 20, 3):
        bits.add(n)
    print(repr(bits.data())[1:], [n for n in range(20) if n in bits], 4 in bits)
    print(*[f"{byte:08b}"[::-1] for byte in bits.data()])
    return 0


def target(driver, args):
    return entry_point, None
