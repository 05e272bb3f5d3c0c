# skip-llinterp: it has a limit of memory of its own
"""Sizes in formats at and beyond their limits, and what a specification may have; at import time and at run time."""
from rpython.rlib.objectmodel import specialize

HUGE = 2 ** 62


def failed(e):
    if isinstance(e, (MemoryError, OverflowError)):
        return e.__class__.__name__
    return e.__class__.__name__ + ": " + str(e)


def with_precision(p):
    return "%.*f %.*d %.*s" % (p, 1.5, p, 7, p, "abc")


def with_width(w):
    return "%*d|%*s" % (w, 5, w, "ab")


def percent(fmt):
    return fmt % 12


def percent_text(fmt):
    return fmt % "text"


def percent_float(fmt):
    return fmt % -1.5


def spec_of_int(spec):
    return format(1234567, spec)


def spec_of_float(spec):
    return format(-1234.5, spec)


def spec_of_text(spec):
    return format("text", spec)


def known_int(n):
    return "%4611686018427387904d" % n


def known_spec(n):
    return "{:4611686018427387904,}".format(n)


def attempt(out, f, values):
    for x in values:
        try:
            out.append(f(x))
        except Exception as e:
            out.append(failed(e))


@specialize.arg(1)
def ints(out, f, values):
    for x in values:
        try:
            out.append(f(x))
        except Exception as e:
            out.append(failed(e))


def float_point(out, x):
    for p in ["", ".0", ".1", ".2", ".3", ".5"]:
        for flag in ["", "#"]:
            for letter in ["", "g", "G", "e", "f", "%"]:
                out.append(format(x, flag + p + letter))


def alternate(out, x, n):
    out.append("%#g|%#G|%#.3g|%#.0e|%#.0f|%#x|%#X|%#o" % (x, x, x, x, x, n, n, n))
    out.append(f"{x:#g}|{x:#G}|{x:#.3g}|{x:#.0e}|{x:#.0f}|{x:#.1}|{n:#x}|{n:#X}|{n:#o}|{n:#b}|{n:#d}")
    out.append("{0:#g}|{0:#.0f}|{0:#12.3G}|{1:#012x}|{1:#_b}".format(x, n))
    out.append(format(x, "#") + "|" + format(x, "#.2") + "|" + format(n, "#x"))


PERCENT = ["%9223372036854775808d", "%.2147483648d", "%.2147483645d", "%99999999999999999999x", "%4611686018427387904d", "%hhd", "%5%", "%%%d%%",
           "%(a)d", "%.99999999999999999999s", "%\x01", "%-5d|", "%05d|", "%+.3d"]
SPECS = ["9223372036854775808", "4611686018427387904", "04611686018427387904", ".2147483648", ".99999999999999999999f", ".2147483648f",
         ",_d", "_,d", ",,", ",c", ",n", "_s", ",", "_", ",s", "_d", "5.", "xx", "-", "+", " ", "z", "z.0f", "#", "=20", "020", "20", "0=20,", "<020_", "^20", "020,.1f", "020_x",
         "q", ".2q", ".2d", ".3s", ".0", ".1", ".2", ".7", "#.1", "#.7", "%", "#.0%", "*^20,.2e"]


def collect(out):
    ints(out, with_precision, [0, 3, -3, 2147483648, 8589934592, HUGE, -HUGE])
    ints(out, with_width, [0, 5, -5, HUGE, -HUGE, 2 ** 63 - 1])
    ints(out, known_int, [5])
    ints(out, known_spec, [5])
    attempt(out, percent, PERCENT)
    attempt(out, percent_text, PERCENT)
    attempt(out, percent_float, PERCENT + ["%#g", "%#.3G", "%.1200f", "%#.1200g", "%.1200g", "%.1200e"])
    attempt(out, spec_of_int, SPECS)
    attempt(out, spec_of_float, SPECS)
    attempt(out, spec_of_text, SPECS)
    for x in [0.0, -0.0, 5.0, 10.0, 99.5, 123.0, 1e100, -1.5, float("inf"), float("nan")]:
        float_point(out, x)
    alternate(out, 0.0, 0)
    alternate(out, 12.0, 12)
    alternate(out, -1e22, -255)
    for x in [-0.0, -0.04, 0.04, -1.0]:
        out.append(format(x, "z.1f") + format(x, "+z.0e") + format(x, "z"))


imported = []
collect(imported)


def entry_point(argv):
    for line in imported:
        print(line)
    lines = []
    collect(lines)
    print(lines == imported)
    for i in range(len(lines)):
        if lines[i] != imported[i]:
            print("at run time: " + lines[i])
    return 0


def target(driver, args):
    return entry_point
