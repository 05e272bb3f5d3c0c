"""The flag `#` of formats: floats keep their point and zeros, ints get a prefix; constant and computed specifications."""


def floats(x):
    print(format(x, "#.0f"), format(x, "#.0e"), format(x, "#g"), format(x, "#.3g"), format(x, "#"))
    print("%#.0f %#g %#.0e %#.2f %#G" % (x, x, x, x, x))
    print("{:#.0f} {:#.1e} {:#g}".format(x, x, x), f"{x:#.0f} {x:#g} {x:#.0%} {x:+#010.0f}")
    print("%.0f %g %.0e" % (x, x, x), f"{x:.0f} {x:g} {x:.0%}")


def ints(n):
    print("%#x %#o %#X %x" % (n, n, n, n), f"{n:#x} {n:#b} {n:#o} {n:#X} {n:#d} {n:#010x} {n:+#x} {n:#_b}")
    print(format(n, "#"), format(n, "#n"), f"{n:#.0f} {n:#g}", "{:#12b}|{:<#8x}|{:^#8o}|".format(n, n, n))


def computed(x, n, specs):
    for spec in specs:
        print(spec, format(x, spec))
    for spec in ["#x", "#o", "#b", "#06x", "#,d", "x"]:
        print(spec, format(n, spec))


def entry_point(argv):
    one = float(len(argv))
    for x in [3.0 * one, 0.0 * one, 2.5 * one, -1e20 * one, 1e-7 * one, 123456.0 * one, 1234567.0 * one]:
        floats(x)
    for n in [10 * len(argv), 0, -255, 7]:
        ints(n)
    computed(3.0 * one, 255, ["#.0f", "#.0e", "#g", "#.2g", "#", ".0f", "#8.0f", "<#8.0f"])
    print(["a", "", "b", "c"] == "a\n\nb\r\nc\r".splitlines(), "x\ry\n".splitlines(True))
    return 0


def target(driver, args):
    return entry_point
