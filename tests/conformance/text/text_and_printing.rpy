# stdin: one\ntwo\n
# exit: 1
"""Text, numbers, printing."""
import sys


class Out(object):
    def __init__(self):
        self.parts = []

    def write(self, s):
        self.parts.append(s)


def entry_point(argv):
    n = len(argv)
    print("ab" * 3, 3 * "ab", "x" * 0, "x" * -1, [0] * 3, (1, 2) * 2)
    print("%d %5d|%-5d|%05d|%+d|% d" % (n, 2, 3, 4, 5, 6))
    print("%s %r %10s|%-10s|%.2s" % ("a", "b", "c", "d", "efg"))
    print("%x %X %o %#x %c %c %%" % (255, 255, 8, 255, 65, "z"))
    print("%f %.2f %8.3f %e %g %G" % (1.5, 2.345, 3.14159, 12345.678, 0.0001, 1e20))
    print("%*d %-*d| %.*f" % (5, 42, 6, 7, 2, 3.14159))
    print("%(a)s %(b)d %(a)s" % {'a': 'x', 'b': 3})
    print("%s" % (1,), "%s" % [1, 2], "%s %s" % ((1, 2), None), "%s" % True)
    print(int("ff", 16), int("0x1f", 16), int("0b101", 0), int("777", 8), int("zz", 36), int(" 12 "), int("-0o17", 0), int("1_000"))
    for bad in ["", "12a", "9", "--1", "1__0"]:
        try:
            print(int(bad, 8))
        except ValueError as e:
            print(e)
    print(1, 2, 3, sep=", ", end="!\n")
    print("a", "b", sep="")
    print()
    print("no newline", end="")
    print("", end="\n", flush=True)
    print("to stderr", 1, file=sys.stderr)
    o = Out()
    print("kept", 5, [1], file=o, sep="-", end=".")
    print("".join(o.parts))
    print(1, "a", None, 2.5, [1, 2], (1,), {'a': 1}, True, sep="|")
    x = 0
    try:
        line = input()
        print("line", line)
        line = input("prompt> ")
        print("line2", line)
        line = input()
    except EOFError as e:
        print("EOF", e)
    print("{0} {1} {0} {k}".format(1, "b", k=2.5), "{:>5}|{:<5}|{:^5}|{:05d}|{:,}".format(1, 2, 3, 4, 1234567))
    print(f"{n=} {n + 1!r:>4} {'q'!r} {n:03d} {2.5:.2f} {'a' if n else 'b'} {{}}")
    print("a,b,,c".split(","), "a b  c".split(), "abc".partition("b"), "a\nb\n".splitlines())
    print(divmod(-7, 2), -7 // 2, -7 % 3, 7 % -3, 2 ** 10, pow(3, 4, 5), abs(-3), round(2.5), round(3.5), round(2.567, 2))
    print(bool([]), bool("0"), not None, 1 if [] else 2, None or "d", "" or "z", 1 and "y")
    print(chr(97), ord("a"), hex(255), oct(8), bin(5), hex(-255), repr("it's"), repr('a"b\n\t\\\x01'))
    print(min(3, 1, 2), max([4, 9, 2]), sum([1, 2], 10), any([0, 1]), all([]), sorted("bca"), list(reversed([1, 2])))
    print(float("1e3"), float("inf"), float("-inf"), float("nan"), 1e16, 1e15, 0.1 + 0.2, 1 / 3.0, 100.0, 1e-5)
    print(str(True) + "x", True + 1, int(True), float(3), int(3.9), int(-3.9), 7 // 2.0, 7.5 % 2)
    print(1 < 2 < 3, 1 == 1.0, "a" < "b", [1, 2] < [1, 3], (1, 2) == (1, 2), "a" "b")
    if n == 1:
        sys.exit("failed")
    return 0


def target(driver, args):
    return entry_point, None
