# stderr: problem 3 [1, 2] None
"""print(…, file=f): standard streams and objects with a method `write`."""
import sys


class Log(object):
    def __init__(self):
        self.parts = []

    def write(self, s):
        self.parts.append(s)


class Upper(Log):
    def write(self, s):
        self.parts.append(s.upper())


class Item(object):
    def __init__(self, n):
        self.n = n

    def __str__(self):
        return "Item %d" % self.n


def report(f, n):
    print("n is", n, file=f)
    if n > 1:
        print("big:", n > 10, n / 2.0, sep=" ", end=";\n", file=f)


class Broken(object):
    def write(self, s):
        raise ValueError("full")


def entry_point(argv):
    print("problem", 3, [1, 2], None, file=sys.stderr)
    log = Log()
    print("a", len(argv), Item(4), sep="-", end="!\n", file=log)
    print(file=log)
    print(u"text", True, 2.5, (1, "x"), file=log)
    report(log, 1)
    up = Upper()
    report(up, 30)
    print("to stdout", file=sys.stdout)
    print("default", file=None)
    print("".join(log.parts), end="")
    print("".join(up.parts), end="")
    try:
        print("x", file=Broken())
    except ValueError as e:
        print("error:", e)
    return 0


def target(driver, args):
    return entry_point, None
