# oracle: stored
# In a file of Python 2 floor, ceil and round give floats, and texts that are too large raise MemoryError, as in RPython.
import math

FLOOR, ROUNDED = math.floor(-2.5), round(2.5)


def whole(x):
    return math.floor(x) == x


def repeated(text, times):
    try:
        return len(text * times)
    except MemoryError:
        return -1


def entry_point(argv):
    print FLOOR, ROUNDED, math.floor(7), round(-0.5), round(7, 0)
    for x in [2.5, -2.5, 0.5, -0.0, 1e300, -1e300, 3.0]:
        print math.floor(x), math.ceil(x), round(x), whole(x)
    print round(2.675, 2), round(1250.0, -2), round(-1350, -2), math.floor(len(argv) / 2)
    try:
        print round(1.7e308, -308)
    except OverflowError:
        print 'too large'
    print math.floor(float('inf')), math.ceil(float('nan'))
    print repeated('ab', 3), repeated('abcd', 1 << 62)
    return 0


def target(driver, args):
    return entry_point, None


if __name__ == '__main__':
    import sys
    sys.exit(entry_point(sys.argv))
