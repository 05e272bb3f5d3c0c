# Classes of characters, in tables made when the program is read.
KINDS = ["space", "digit", "letter", "other"]
SPACE, DIGIT, LETTER, OTHER = range(4)


def _kind(byte: int) -> int:
    if byte in b" \t\n":
        return SPACE
    if byte in b"0123456789":
        return DIGIT
    return LETTER if bytes([byte]).isalpha() else OTHER


CLASSES = bytes(_kind(i) for i in range(256))
UPPER = bytes(range(256)).upper()
HEX = {byte: value for value, byte in enumerate(b"0123456789abcdef")}
PRIMES = bytes(n for n in range(2, 30) if all(n % d for d in range(2, n)))
assert CLASSES[:3] == b"\x03\x03\x03" and UPPER[ord("q")] == ord("Q")


def entry_point(argv):
    counts = [0] * 4
    for byte in b"if x1 < 0x2f: y\t+= 3\n":
        counts[CLASSES[byte]] += 1
    print(*[f"{kind} {n}" for kind, n in zip(KINDS, counts)])
    print("".join([chr(UPPER[byte]) for byte in b"mixed Case 1"]))
    n = 0
    for byte in b"ff0e":
        n = n * 16 + HEX[byte]
    print(n, n // 3, ord("g") in HEX, len(HEX))
    print([prime for prime in PRIMES], PRIMES[len(PRIMES) // 2])
    return 0


def target(driver, args):
    return entry_point, None
