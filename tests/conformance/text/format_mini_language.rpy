"""The format mini-language on ints, floats and strings: fills, alignments, signs, grouping, types, nested fields; %-formats."""


class P(object):
    def __init__(self, x, y):
        self.x = x
        self.y = y

    def __str__(self):
        return "P%d" % self.x

    def __repr__(self):
        return "<P %d>" % self.y


def ints(n):
    print("{:d}|{:5d}|{:<5d}|{:^7d}|{:>6}|{:05d}|{:+d}|{: d}|{:-d}|{:*^9d}|{:=+6d}".format(n, n, n, n, n, n, n, n, n, n, n))
    print("{:x}|{:X}|{:o}|{:b}|{:#x}|{:#o}|{:#b}|{:#010x}|{:,}|{:_}|{:12,d}|{:_x}".format(n, n, n, n, n, n, n, n, n, n, n, n))
    print("{:f}|{:.2f}|{:e}|{:.0%}|{:g}|{:08.2f}".format(n, n, n, n, n, n))
    print("%d|%5d|%-5d|%05d|%+d|% d|%x|%X|%#x|%o|%i|%3d%%|%s|%r|%.4d" % (n, n, n, n, n, n, n, n, n, n, n, n, n, n, n))


def floats(x):
    print("{}|{!r}|{:f}|{:.3f}|{:10.2f}|{:<10.1f}|{:^+10.1f}|{:e}|{:.2E}|{:g}|{:.3g}|{:%}|{:.1%}|{:,.2f}|{:010.3f}|{:n}".format(
        x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x))
    print("%f|%.1f|%10.3f|%-10.2f|%+.2f|%e|%.3E|%g|%G|%s|%r|%010.1f|%5.0f|%#.0f" % (x, x, x, x, x, x, x, x, x, x, x, x, x, x))


def strings(s):
    print("{}|{:s}|{:10}|{:>10}|{:^10}|{:-<10}|{:.2}|{:*^10.3}|{!r:>8}|{:0>6}".format(s, s, s, s, s, s, s, s, s, s))
    print("%s|%10s|%-10s|%.2s|%8.1s|%r|%5r|%c" % (s, s, s, s, s, s, s, (s + "?")[0]))


def named(w, p):
    x = 3.14159
    n = 42
    print("{0}{1}{0} {a:{w}.{p}f} {b[1]} {c.x} {c!r} {c!s:>5} {{}} {d[key]}".format("x", "y", a=x, w=w, p=p, b=[1, 2], c=P(1, 2), d={"key": 5}))
    print(f"{x:{w}.{p}f}|{n:>{w}}|{n!r:^{w}}|{n=}|{x=:.2f}|{'in' + 'ner'}|{n if n > 5 else 'no'}|{P(1, 2)}|{P(3, 4)!r}|{{{n}}}")
    print("%*d|%-*d|%.*f|%*.*f" % (w, n, w, n, p, x, w, p, x))
    print("%(a)s %(b)05.1f %(a)r %%" % {"a": "text", "b": 2.25})
    for spec in ["d", "05", "+x", ">8", "^8", ",", "b"]:
        print(format(n, spec), end=" ")
    print()
    for spec in ["", ".1f", "e", "8.3", "+.2%"]:
        print(format(x, spec), end=" ")
    print()
    for spec in ["", "5", ">5", "^6", ".1"]:
        print("[" + format("abc", spec) + "]", end="")
    print()


def containers():
    print("%s %s %s %s" % (["a's", 'q"'], (1, 2.0, "x"), {"k": [1]}, {1}))
    print("{} {!r} {}".format([1.5, 2.0], ("t",), {"a": None}), f"{[1, 2]} {(1,)} {dict()} {[P(5, 6)]} {()}")
    print(str(["\n\t\\", "\x00\x7f", ""]), repr("it's"), repr('"'), repr("both ' and \""), [True, False], [None])


def entry_point(argv):
    for n in [0, 7, -7, 1234567, -255]:
        ints(n)
    for x in [0.0, 1.5, -2.675, 1234567.891, 1e-7, -1e20, 0.5, float("inf"), -float("inf"), float("nan")]:
        floats(x)
    for s in ["", "a", "hello world", "it's"]:
        strings(s)
    named(9, 2)
    named(12, 0)
    containers()
    print("{:c}{:c} {:b} {:s} {:d} {:>6}".format(72, 105, True, "t", True, True), "%d %s %r" % (True, False, True), "%c%c" % (65, "b"))
    return 0


def target(driver, args):
    return entry_point
