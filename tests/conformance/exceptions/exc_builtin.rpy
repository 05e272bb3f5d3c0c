"""Exceptions that operations raise."""


def index(l, i):
    try:
        return l[i]
    except IndexError:
        return -1


def divide(a, b):
    try:
        return a // b
    except ZeroDivisionError:
        return -999


def modulo(a, b):
    try:
        return a % b
    except ZeroDivisionError:
        return -998


def lookup(d, k):
    try:
        return d[k]
    except KeyError:
        return "missing"


def parse(s):
    try:
        return int(s)
    except ValueError:
        return -1


def any_error(n):
    try:
        if n == 0:
            return 1 // n
        if n == 1:
            return [1][n]
        if n == 2:
            return {0: 0}[n]
        if n == 3:
            return int("x")
        if n == 4:
            raise TypeError
        if n == 5:
            raise AttributeError("a")
        if n == 6:
            raise RuntimeError("r")
        if n == 7:
            raise StopIteration
        if n == 8:
            raise MemoryError
        if n == 9:
            raise OSError(2, "no such")
    except (ZeroDivisionError, IndexError):
        return -1
    except KeyError:
        return -2
    except (ValueError, TypeError) as e:
        return -3
    except RuntimeError:
        return -4
    except Exception:
        return -5
    return 0


def entry_point(argv):
    l = [1, 2, 3]
    for i in [0, 2, 3, -1, -3, -4]:
        print(index(l, i))
    print(divide(7, 0))
    print(divide(7, 2))
    print(modulo(7, 0))
    print(modulo(-7, 2))
    d = {"a": "x"}
    print(lookup(d, "a"))
    print(lookup(d, "b"))
    print(parse("12"))
    print(parse("twelve"))
    for n in range(11):
        print(any_error(n))
    return 0


def target(driver, args):
    return entry_point, None
