# origin: after published programs
# Fixed-width integers while the program is imported: they repeat sequences, are keys equal to ints, index and slice.
from rpython.rlib.rarithmetic import r_uint, r_uint32, intmask

SIZE = r_uint(3)
SMALL = r_uint32(2)
ZEROS = [0] * SIZE + SMALL * [1]
DASHES = "-" * SIZE + SMALL * "ab"
PAIRS = (1, 2) * SMALL
BY_INT = {2: "two", 3: "three"}
NAMES = [BY_INT[SIZE], BY_INT.get(SMALL, "?"), BY_INT.get(r_uint(9), "nine")]
BY_UINT = {r_uint(5): "five", r_uint(6): "six"}
BY_UINT[5] = "cinq"
NAMES.append(BY_UINT[5] + " " + BY_UINT[r_uint32(6)] + " %d" % len(BY_UINT))
FOUND = SIZE in BY_INT and 6 in BY_UINT and 7 not in BY_UINT and r_uint(2) in set([1, 2])
PART = "abcdef"[SMALL:] + "abcdef"[SIZE]


def entry_point(argv):
    ZEROS[0] += len(argv)
    print(ZEROS, DASHES, len(PAIRS), PAIRS[3])
    print(NAMES, FOUND, PART, intmask(SIZE) + 1)
    return 0


def target(driver, args):
    return entry_point, None
