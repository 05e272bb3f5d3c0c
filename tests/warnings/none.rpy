"""Nothing here differs from the untranslated program."""
from __future__ import division
from rpython.rlib.rarithmetic import intmask


def hashed(s):
    h = 0
    for c in s:
        h = intmask(h * 6364136223846793005 + ord(c))
    return h


def flag(n):
    found = 0
    if n > 3:
        found = True
    return found


def mean(numbers):
    total = 0
    for n in numbers:
        total += n * 0.5
    return total > 3


def entry_point(argv):
    names = set(argv)
    for name in sorted(names):
        print(name, hashed(name))
    if flag(len(names)) or mean([1, 2]):
        print("found", 1 / 2, len(argv) // 2)
    x = argv[0]
    return 0 if x is None else 1


def target(driver, args):
    return entry_point, None
