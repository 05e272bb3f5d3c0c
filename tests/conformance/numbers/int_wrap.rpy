# oracle: stored
"""Signed arithmetic wraps around at 64 bits."""
import sys


def add(a, b):
    return a + b


def mul(a, b):
    return a * b


def lcg(n):
    x = 42
    while n > 0:
        x = x * 6364136223846793005 + 1442695040888963407
        n -= 1
    return x


def entry_point(argv):
    big = sys.maxint
    print(big)
    print(add(big, 1))
    print(add(add(big, 1), -1))
    print(mul(big, 2))
    print(mul(big, big))
    print(-add(big, 1))
    print(abs(add(big, 1)))
    for i in range(5):
        print(lcg(i))
    small = add(big, 1)
    print(small < 0)
    print(small - 1 > 0)
    print(small // 3)
    print(small % 10)
    print(mul(1 << 62, 4))
    return 0


def target(driver, args):
    return entry_point, None
