from __future__ import print_function
import sys


class Upper(object):
    def write(self, text):
        sys.stdout.write(text.upper())


def row(values):
    for v in values[:-1]:
        print(v, end=" ")
    print(values[-1])


def entry_point(argv):
    print("plain", 1, 2.5, None, True)
    print()
    print("a", "b", end=" ")
    print("c")
    row([1, 2, 3])
    print("in parens")
    print(("a", "tuple"))
    print("%s and" % "format", "more")
    print("line\n", "next", sep="")
    print("to stdout", 7 // 2, file=sys.stdout)
    print("loud", 1, file=Upper())
    print(*[str(i) for i in range(3)], sep="-", end=";\n")
    sys.stdout.write("no newline")
    sys.stdout.write("\n")
    print("x" * 3, "\ty")
    return 0


def target(driver, args):
    return entry_point, None
