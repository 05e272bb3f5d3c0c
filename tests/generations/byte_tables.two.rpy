# Classes of characters, in tables made when the program is read.
SPACE, DIGIT, LETTER, OTHER = range(4)
KINDS = ["space", "digit", "letter", "other"]


def _kind(c):
    if c in " \t\n":
        return SPACE
    if "0" <= c <= "9":
        return DIGIT
    return LETTER if c.isalpha() else OTHER


CLASSES = "".join([chr(_kind(chr(i))) for i in xrange(256)])
UPPER = "".join(map(chr, range(256))).upper()
HEX = {}
for _i, _c in enumerate("0123456789abcdef"):
    HEX[_c] = _i
PRIMES = [n for n in xrange(2, 30) if 0 not in map(lambda d: n % d, range(2, n))]
assert `CLASSES[:3]` == "'\\x03\\x03\\x03'"


def entry_point(argv):
    counts = [0] * 4
    for c in "if x1 < 0x2f: y\t+= 3\n":
        counts[ord(CLASSES[ord(c)])] += 1
    for kind, n in zip(KINDS, counts):
        print kind, n,
    print
    print "".join([UPPER[ord(c)] for c in "mixed Case 1"])
    n = 0
    for c in "ff0e":
        n = n * 16 + HEX[c]
    print n, n / 3, HEX.has_key("g"), len(HEX)
    print PRIMES, PRIMES[len(PRIMES) / 2]
    return 0


def target(driver, args):
    return entry_point, None
