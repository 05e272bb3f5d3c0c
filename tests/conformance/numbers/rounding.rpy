"""round, int, floor, ceil, trunc."""
import math
from rpython.rlib.rarithmetic import intmask
from rpython.rlib.longlong2float import longlong2float


def next_bits(x):
    return intmask(x * 6364136223846793005 + 1442695040888963407)


def show(f):
    print('%r: %d %d %d %d %d' % (f, round(f), int(f), math.floor(f), math.ceil(f), math.trunc(f)))


def places(f):
    print(' '.join([repr(round(f, n)) for n in range(-3, 6)]))


def entry_point(argv):
    for f in [0.0, -0.0, 0.5, 1.5, 2.5, -0.5, -1.5, -2.5, 0.49999999999999994, 0.1, 2.675, 1.005, 1e15, 1e15 + 0.5, 4503599627370497.5, 9007199254740993.0,
              -4503599627370496.5, 123456.789, -7.9, 9e18, -9.2e18, 2.0, -3.0, 0.9999999999999999, 5e-324]:
        show(f)
        places(f)
    for f in [5.0, 15.0, 25.0, 35.0, 50.0, 150.0, 250.0, 449.99, 450.0, 500.0, 550.0, 1500.0, 2500.0, 1e22, 1.2345e10, 1e300]:
        places(f)
        places(-f)
    for n in [-400, -308, -300, -23, 0, 15, 16, 17, 18, 22, 23, 300, 322, 323, 324, 400]:
        print(round(1.2345678901234567, n), round(9.87654321e22, n), round(1e-300, n), round(5e-324, n))
    x = 42
    total = 0.0
    for i in range(3000):
        x = next_bits(x)
        f = (x >> 20) / 1024.0 / ((x & 0xffff) + 1)
        n = (x >> 5 & 15) - 4
        r = round(f, n)
        total += r
        if i % 100 == 0:
            print(repr(f) + ' ' + str(n) + ' ' + repr(r) + ' ' + str(round(f)) + ' ' + str(math.floor(f)) + ' ' + str(math.ceil(f)))
    print(total)
    for i in [0, 5, 15, 25, 45, 50, 55, 149, 150, 151, 250, -5, -15, -25, -50, -150, 9223372036854774806, 1234567]:
        print(' '.join([str(round(i, n)) for n in range(-3, 2)]) + ' ' + str(round(i)) + ' ' + str(round(i, -25)))
    inf = 1e308 * 10 * len(argv)
    for f in [inf, -inf, inf - inf, 1e300 if len(argv) == 0 else inf]:
        for what in range(5):
            try:
                if what == 0:
                    print(round(f))
                elif what == 1:
                    print(math.floor(f))
                elif what == 2:
                    print(math.ceil(f))
                elif what == 3:
                    print(int(f))
                else:
                    print(round(f, 2))
            except OverflowError:
                print('OverflowError')
            except ValueError:
                print('ValueError')
    try:
        print(round(1.7e308 * len(argv), -308))
    except OverflowError:
        print('OverflowError')
    print(round(True), round(7), math.floor(7), math.ceil(-7), math.floor(-0.5), round(2.5) + 1, round(-1.5, 0))
    values = [1, 2, 3, 4]
    print(values[math.floor(2.7)], values[round(0.6)], values[int(1.2)])
    x = 12.3456 * len(argv)
    y = math.floor(x * 100)
    print(math.floor(x * 100) / 100, y / 100, math.ceil(x) / 2, 7 / math.trunc(x))
    print(math.floor(12.3456 * 100) / 100.0, round(2.5 + len(argv), None))
    return 0


def target(driver, args):
    return entry_point, None
