"""ovfcheck raises OverflowError where a Signed result does not fit."""
import sys
from rpython.rlib.rarithmetic import ovfcheck, intmask, LONG_BIT

MAX = (1 << 63) - 1
MIN = -MAX - 1


def checked(op, a, b):
    try:
        if op == '+':
            return str(ovfcheck(a + b))
        elif op == '-':
            return str(ovfcheck(a - b))
        elif op == '*':
            return str(ovfcheck(a * b))
        elif op == '<':
            return str(ovfcheck(a << b))
        elif op == '/':
            return str(ovfcheck(a // b))
        elif op == '%':
            return str(ovfcheck(a % b))
    except OverflowError:
        return "overflow"
    except ZeroDivisionError:
        return "zero"
    return "?"


def negate(a):
    try:
        return str(ovfcheck(-a))
    except OverflowError:
        return "overflow"


def factorial(n):
    r = 1
    for i in range(2, n + 1):
        try:
            r = ovfcheck(r * i)
        except OverflowError:
            return -i
    return r


def entry_point(argv):
    values = [0, 1, -1, 2, 10, -10, MAX, MIN, MAX - 1, MIN + 1, 1 << 32, 1 << 31]
    for a in values:
        for b in values:
            for op in "+-*/%":
                if op == '%' and b == -1:
                    continue  # the smallest int % -1 overflows when translated, as the division does
                print("%d %s %d = %s" % (a, op, b, checked(op, a, b)))
        print(negate(a))
    for n in [0, 1, 31, 32, 61, 62]:
        print(checked('<', 1, n))
        print(checked('<', 3, n))
        print(checked('<', -1, n))
    for n in [5, 20, 21, 30]:
        print(factorial(n))
    print(LONG_BIT)
    return 0


def target(driver, args):
    return entry_point, None
