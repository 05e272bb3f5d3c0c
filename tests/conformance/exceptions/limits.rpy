# stderr: the error output
"""Limits that programs can catch: recursion, memory, changed dicts, conversions; and print keeps its place among os.write."""
import os
from rpython.rlib.rarithmetic import ovfcheck


class Tree(object):
    def __init__(self, left):
        self.left = left


def depth(t):
    if t is None:
        return 0
    return depth(t.left) + 1


def forever(n):
    return forever(n + 1) + 1


def even(n):
    return True if n == 0 else odd(n - 1)


def odd(n):
    return False if n == 0 else even(n - 1)


def recursion():
    try:
        print(forever(0))
    except RecursionError as e:
        print("recursion", str(e)[:32])
    try:
        print(even(-1))
    except RuntimeError:
        print("mutual recursion")
    t = None
    for i in range(200):
        t = Tree(t)
    print(depth(t))


def memory(n):
    try:
        l = [0] * (n << 60)
        print(len(l))
    except MemoryError:
        print("no memory for the list")
    try:
        s = "ab" * (n << 61)
        print(len(s))
    except (MemoryError, OverflowError):
        print("no memory for the string")
    print(len([0] * -n), len("ab" * -n), [7] * (n - n))


def dicts():
    d = {1: 1, 2: 2}
    try:
        for k in d:
            d[k + 10] = 1
    except RuntimeError as e:
        print(str(e))
    l = [1, 2, 3]
    for x in l:
        if len(l) < 6:
            l.append(x * 10)
    print(l)
    l = [1, 2, 3, 4]
    for x in l:
        if x == 2:
            l.remove(2)
        else:
            print(x)


def convert(f):
    try:
        print(int(f))
    except OverflowError as e:
        print("overflow")
    except ValueError as e:
        print(str(e))


def arithmetic(n):
    low = -9223372036854775807 - n
    for x in [3.99, -3.99, 1e18, -9223372036854775808.0, 1e308 * 10, -1e308 * 10, float('nan')]:
        convert(x)
    print(low % -n, ovfcheck(low % -n), (low + n) // -n)
    try:
        print(ovfcheck(low // -n))
    except OverflowError:
        print("no such quotient")
    for x in [0, 1, 63, 64, 200]:
        print(n << x & 0xffff, low >> x)
    try:
        print(n << -n)
    except ValueError as e:
        print(str(e))
    for x in [-1, 65]:
        try:
            print(chr(x * n))
        except ValueError:
            print("not a character")
    try:
        print(len(range(1, 5, n - 1)))
    except ValueError as e:
        print(str(e))


def entry_point(argv):
    n = len(argv)
    recursion()
    os.write(1, b"written\n")
    memory(n)
    os.write(2, b"the error output\n")
    dicts()
    os.write(1, b"between\n")
    arithmetic(n)
    print("no end of line", end="")
    return 0


def target(driver, args):
    return entry_point, None
