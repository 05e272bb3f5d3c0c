"""Arithmetic with floats; output as CPython 3 prints it."""
import math


def mean(values):
    total = 0.0
    for v in values:
        total += v
    return total / len(values)


def newton(x):
    guess = x
    for i in range(30):
        guess = (guess + x / guess) * 0.5
    return guess


def entry_point(argv):
    for x in [0.0, 1.0, -1.0, 0.5, 0.1, 3.14159, 1e10, 1e16, 1e17, 1e-4, 1e-5, 123456789.125, -2.5e-10]:
        print(x)
        print(str(x * 2.0))
        print("%f" % x)
    print(mean([1.0, 2.0, 4.5]))
    print(newton(2.0))
    print(int(2.9))
    print(int(-2.9))
    print(float(7) / 2.0)
    print(7.0 // 2.0)
    print(-7.5 // 2.0)
    print(0.1 + 0.2)
    print(1.0 / 3.0)
    print(1e300 * 1e10)
    print(-1e300 * 1e10)
    nan = 1e300 * 1e10 - 1e300 * 1e10
    print(nan == nan)
    print(1.5 < 2.5)
    print(abs(-4.25))
    print(math.sqrt(2.0))
    print(int(math.floor(2.7)))
    print(int(math.floor(-2.7)))
    print(math.sin(0.0))
    print(math.pi)
    print(3 * 0.5)
    print(float("2.5"))
    return 0


def target(driver, args):
    return entry_point, None
