# Classes of characters, in tables made when the program is read.
SPACE, DIGIT, LETTER, OTHER = range(4)
KINDS = ["space", "digit", "letter", "other"]


def _kind(n):
    if n in (9, 10, 32):
        return SPACE
    if ord("0") <= n <= ord("9"):
        return DIGIT
    if ord("a") <= (n | 32) <= ord("z"):
        return LETTER
    return OTHER


CLASSES = [_kind(i) for i in range(256)]
UPPER = "".join([chr(i - 32) if ord("a") <= i <= ord("z") else chr(i) for i in range(256)])
HEX = dict(zip("0123456789abcdef", range(16)))
PRIMES = [n for n in range(2, 30) if all([n % d for d in range(2, n)])]
assert CLASSES[:3] == [OTHER] * 3


def entry_point(argv):
    counts = [0] * 4
    for c in "if x1 < 0x2f: y\t+= 3\n":
        counts[CLASSES[ord(c)]] += 1
    print(" ".join(["%s %d" % (KINDS[i], counts[i]) for i in range(4)]))
    print("".join([UPPER[ord(c)] for c in "mixed Case 1"]))
    n = 0
    for c in "ff0e":
        n = n * 16 + HEX[c]
    print("%d %d %s %d" % (n, n // 3, "g" in HEX, len(HEX)))
    print("%s %d" % (PRIMES, PRIMES[len(PRIMES) // 2]))
    return 0


def target(driver, args):
    return entry_point, None
