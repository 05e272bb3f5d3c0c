# skip-llinterp: it has a limit of memory of its own
"""Methods with extreme numbers, characters outside of ASCII, and numbers at their edges: the same at import time, at run time and in CPython."""
import math

from rpython.rlib.rarithmetic import intmask

MAX = 2 ** 63 - 1
MIN = -2 ** 63
INF = float("inf")


def failed(e):
    if isinstance(e, (MemoryError, OverflowError)):
        return e.__class__.__name__
    return e.__class__.__name__ + ": " + str(e)


def padded(n):
    return "ab".center(n) + "ab".ljust(n, "*") + "ab".rjust(n) + "-7".zfill(n)


def padded_wide(n):
    return ascii(u"\xe9t\xe9".center(n, u"\xdf") + u"\u6587".ljust(n) + u"-\u6587".zfill(n))


def padded_bytes(n):
    return repr(bytearray(b"ab").center(n)) + repr(bytearray(b"-7").zfill(n))


def tabs(n):
    return "a\tb\t".expandtabs(n) + "|"


def tabs_wide(n):
    return ascii(u"\xe9\tb".expandtabs(n))


def one_byte(n):
    return repr(bytearray((5).to_bytes(n, "big"))) + repr(bytearray((5).to_bytes(n, "little")))


def signed_byte(n):
    return repr(bytearray(n.to_bytes(8, "little", signed=True))) + repr(bytearray(n.to_bytes(10, "big", signed=True)))


def found(n):
    u = u"\xe9t\xe9 \u6587t\xe9"
    return str([u.find(u"t", n), u.rfind(u"\xe9", 0, n), u.count(u"", n), u.count(u"\xe9", 0, n)]) + str([u.startswith(u"t", n), u.endswith(u"\xe9", n)])


def cut(n):
    return "abcdef"[n:] + "|" + "abcdef"[:n] + "|" + str([1, 2, 3][n:]) + str([1, 2, 3][:n])


def cut_bytes(n):
    b = bytearray(b"abc")
    b.insert(n, 65)
    return repr(b) + repr(b[n:]) + repr(b.pop(n))


def backwards(n):
    return str([x for x in reversed(range(n, n + 5, 2))]) + str([x for x in reversed(range(0, 2, 5))])


def downwards(n):
    return str([x for x in reversed(range(n, n - 5, -2))])


def at_ends(n):
    return str([x for x in reversed(range(MAX - n, MAX, n))]) + str([x for x in reversed(range(MIN + n, MIN, -n))])


def filled(c):
    return "The Quick".center(4, c)


def cased(u):
    return ascii(u.upper() + u.lower() + u.title() + u.capitalize() + u.swapcase() + u.casefold())


def split_wide(u):
    out = []
    for part in u.split() + u.rsplit(None, 1) + u.splitlines() + [u.strip(), u.strip(u"\xe9t"), u.replace(u"", u"-")]:
        out.append(ascii(part))
    return " ".join(out)


def shown(u):
    return ascii(u) + repr(u) + str(u.isprintable())


def coded(u):
    return ascii(u.encode("ascii", "backslashreplace").decode("ascii") + u.encode("ascii", "xmlcharrefreplace").decode("ascii"))


def translated(u):
    return ascii(u.translate({0xe9: u"e", 0x6587: None, 32: u"__"}))


def number(text):
    return repr(float(text))


def hashed(x):
    return str(hash(x)) + " " + str(x)


def hashed_int(n):
    return str(hash(n))


def divided(x):
    return str(divmod(x, INF)) + str(x // -INF) + str(divmod(x, 0.0))


def open_domain(x):
    return str(math.atanh(x))


def logarithm(x):
    return str(math.log1p(x))


def angle(x):
    return str(math.degrees(x)) + str(math.acosh(abs(x)))[:10]


def ratio(n):
    return str(intmask(n // 7)) + str(n % -7) + str(intmask(divmod(n, -1)[0])) + str(intmask(round(n, -18)))


def ints(out, f, values):
    for x in values:
        try:
            out.append(f(x))
        except Exception as e:
            out.append(failed(e))


def floats(out, f, values):
    for x in values:
        try:
            out.append(f(x))
        except Exception as e:
            out.append(failed(e))


def strs(out, f, values):
    for x in values:
        try:
            out.append(f(x))
        except Exception as e:
            out.append(failed(e))


def wide(out, f, values):
    for x in values:
        try:
            out.append(f(x))
        except Exception as e:
            out.append(failed(e))


SIZES = [0, 5, 6, -1, MIN, MIN + 1, 2 ** 50, 2 ** 62]
TEXTS = [u"\xe9t\xe9", u"stra\xdfe \u01c5u", u"\u03a3\u03b1\u03c2", u"a\x0bb\x1cc\x85d\u2028e", u"\ud7ff\ue000\U0010ffff", u"", u"\xa0x \u3000"]


def collect(out):
    for f in [padded, padded_wide, padded_bytes]:
        ints(out, f, SIZES)
    for f in [tabs, tabs_wide]:
        ints(out, f, [0, 3, -1, MIN, 2 ** 31, 2 ** 50])
    ints(out, one_byte, [0, 1, 9, -1, MIN, 2 ** 50, 2 ** 62, MAX])
    ints(out, signed_byte, [0, 1, -1, MAX, MIN, 128, -129])
    for f in [found, cut, cut_bytes]:
        ints(out, f, [0, 1, 3, -1, -4, 99, MAX, MIN])
    ints(out, backwards, [0, 3, MIN, MIN + 1, MAX - 5])
    ints(out, downwards, [0, 3, MAX, MAX - 1, MIN + 5])
    ints(out, at_ends, [1, 2, 2 ** 61, 2 ** 62 + 1, MAX])
    strs(out, filled, ["", "*", "ab"])
    for g in [cased, split_wide, shown, coded, translated]:
        wide(out, g, TEXTS)
    strs(out, number, ["1._5", "1_.5", "1_5", "1e_5", "1e1_0", "_1", "562949953421312.25", "5e-324", "9007199254740993"])
    floats(out, hashed, [0.0, 0.5, 1.5, -0.1, 1e22, 1e308, 5e-324, INF, -INF, -1.0])
    ints(out, hashed_int, [0, -1, 2 ** 61 - 1, 2 ** 61, MAX, MIN])
    floats(out, divided, [1.0, -1.0, 0.0])
    floats(out, open_domain, [1.0, -1.0, 2.0, 0.5])
    floats(out, logarithm, [-1.0, -2.0, 0.0])
    floats(out, angle, [1e308, -1e308, 1.0])
    ints(out, ratio, [MAX, MIN, -8, 4 * 10 ** 18])


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
