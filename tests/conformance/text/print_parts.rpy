"""print() with constant and computed parts, separators and ends; texts of quotes and escapes."""


def f(x):
    if x > 100:
        raise ValueError("no")
    return "v%d" % x


def entry_point(argv):
    n = len(argv)
    print()
    print("")
    print("", end="")
    print("a", "b", "c")
    print("a", n, "c", n)
    print(n, n, sep="")
    print(n, n, sep=", ", end="!\n")
    print("x", end="")
    print("y", n, end="")
    print(n, end="\n\n")
    print(n, sep="zz")
    print(f(n), "t", f(n + 1))
    try:
        # Nothing of a line is printed before all of it is known.
        print("before", f(n), f(n * 1000))
    except ValueError as e:
        print("caught", e)
    print(None, True, 1.5, "tail", "")
    print(argv[0] != "", "", n)
    for s in ["", "a", "a'b", 'a"b', "a'b\"c'd", "\n\r\t\\x", "\x00\x1f\x7f ~", "'", '"', "\\'\""]:
        t = s + argv[0][:0]
        print(repr(t), [t], len(repr(t)))
    print(repr("".join([chr(i) for i in range(127)])))
    return 0


def target(driver, args):
    return entry_point, None
