"""Shifts and masks."""
from rpython.rlib.rarithmetic import intmask


def hash_text(s):
    h = 5381
    for c in s:
        h = intmask((h << 5) + h + ord(c))
        h ^= (h >> 13) & 0xffff
    return h


def entry_point(argv):
    for a in [0, 1, -1, 5, -5, 1 << 40, -(1 << 40)]:
        for n in [0, 1, 3, 7, 20]:
            print("%d >> %d = %d" % (a, n, a >> n))
            print("%d << %d = %d" % (a, n, intmask(a << n)))
    for s in ["", "a", "hello", "the quick brown fox jumps over the lazy dog"]:
        print(hash_text(s))
    n = 0
    v = 0x5555
    while v:
        n += v & 1
        v >>= 1
    print(n)
    return 0


def target(driver, args):
    return entry_point, None
