# Decimal digits of integers of every length.
import sys
from rpython.rlib.rarithmetic import r_uint, r_longlong


def main(argv):
    power = 1
    for k in range(19):
        print(power - 1, power, power + 1, -power, -power - 1, "%d|%5d|%05d" % (power, power - 1, -power))
        if k < 18:
            power *= 10
    print(sys.maxsize, -sys.maxsize, -sys.maxsize - 1, str(sys.maxsize - 1), repr(-1))
    print(str(r_uint(sys.maxsize) + r_uint(1)), str(r_uint(-1)), str(r_longlong(-5)), hex(255), bin(5))
    return 0


def target(driver, args):
    return main, None
