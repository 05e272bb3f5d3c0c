"""stat.filemode"""
import os
import stat

KNOWN = stat.filemode(0o100644)


def entry_point(argv):
    n = len(argv)
    print(KNOWN, stat.filemode(os.stat('/dev/null').st_mode), stat.filemode(os.stat('/').st_mode)[0])
    total = 0
    for kind in range(16):
        print(stat.filemode(kind << 12 | 0o640 * n), stat.filemode(kind << 12), end=' ')
        for bits in range(0, 0o10000, 37):
            for c in stat.filemode(kind << 12 | bits):
                total = (total * 31 + ord(c)) % 1000000007
    print(total)
    for special in range(8):
        print(stat.filemode(0o100000 | special << 9), stat.filemode(0o40777 | special << 9))
    return 0


def target(driver, args):
    return entry_point
