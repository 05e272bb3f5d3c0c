"""int() and float() of texts: blanks, signs, underscores, prefixes, bases, errors; conversions at the limits; chr, ord, hex."""


def parse(s):
    try:
        return str(int(s))
    except ValueError as e:
        return str(e)


def parse_base(s, base):
    try:
        return str(int(s, base))
    except ValueError as e:
        return str(e)


def parse_float(s):
    try:
        return repr(float(s))
    except ValueError as e:
        return str(e)


def from_float(x):
    try:
        return str(int(x))
    except OverflowError:
        return "overflow"
    except ValueError:
        return "value"


def char(n):
    try:
        return repr(chr(n))
    except ValueError:
        return "no char"


def code(s):
    try:
        return ord(s)
    except TypeError:
        return -1


def entry_point(argv):
    for s in ["0", "12", "-12", "+5", "  7 ", "\t8\n", "1_000", "1__0", "_1", "1_", "", " ", "-", "+-1", "1.0", "0x10", "12a", "a", "9223372036854775807",
              "-9223372036854775808", "007", "- 1", "1 2", "--1", "0b1", "0"]:
        print(repr(s), parse(s))
    for base in [2, 3, 8, 10, 16, 36, 0]:
        for s in ["0", "101", "-11", "7", "zz", "ff", "0xff", "0b11", "0o17", "010", "", "Z", " 1 ", "1_0", "0x", "+1"]:
            print(base, repr(s), parse_base(s, base))
    for base in [1, -1, 37]:
        print(base, parse_base("1", base))
    for s in ["1", "1.5", "-2.25", ".5", "5.", "1e3", "1E-3", "+1e+3", " 2.5 ", "inf", "-inf", "+Infinity", "nan", "NaN", "1_0.5", "", ".", "e5", "1e",
              "1.2.3", "0x1p3", "1,5", "1e400", "-1e400", "1e-400", "infinit", "1 2", "4.9e-324", "179769313486231570000000000000e280"]:
        print(repr(s), parse_float(s))
    for x in [0.0, 0.99, -0.99, 2.5, -2.5, 1e15, 4503599627370497.5, 9.2e18, -9.223372036854775808e18, float("inf"), -float("inf"), float("nan")]:
        print(repr(x), from_float(x))
    print(char(0), char(65), char(127), char(-1), code("a"), code(""), code("ab"), code("\x00"))
    for n in [0, 1, -1, 255, -255, 4096]:
        print(n, hex(n), oct(n), bin(n), int(hex(n), 16), int(bin(n), 2), int(oct(n), 8), n.bit_length(), (n * n).bit_count())
    print(int(True), float(3), int(3.99), float("1e2"), int("11", base=2), bool("False"), bool(""), bool(0.0), str(int("0012")))
    print(round(2.5), round(3.5), round(-2.5), round(2.675, 2), round(1234.5, -2), round(7), round(0.5), round(1e20, 3), abs(-5), abs(-5.5))
    print((3.0).is_integer(), (3.5).is_integer(), (0.5).hex(), (10).to_bytes(2, "big") == b"\x00\n", hash(1) == hash(1.0), 10 ** 18)
    return 0


def target(driver, args):
    return entry_point
