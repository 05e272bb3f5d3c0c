def table(rows):
    width = 0
    for name, _ in rows:
        width = max(width, len(name))
    for name, value in rows:
        print("%s|%6.2f|%5d" % (name.ljust(width), value, int(value)))


def entry_point(argv):
    n = 41 + len(argv)
    print("%d %5d %-5d| %05d %+d %x %X %o" % (n, n, n, n, n, n, n * 5, n))
    print("%s %r %10s|%-10s|%.2s" % ("ab", "a'b", "right", "left", "cut"))
    print("%c%c %%  %e %g %.3f" % ("x", 65, 1234.5, 0.0001, 2.0 / 3))
    table([("pi", 3.14159), ("minus", -2.5), ("zero", 0.0)])
    print("{0} {1} {0} {name}".format("a", n, name="k"))
    print("{:>6}|{:<6}|{:^6}|{:06.2f}".format(n, "l", "mid", 3.14159))
    print("%(first)s-%(second)d" % {"first": "one", "second": 2})
    print("%s %s %s %s" % (None, True, ["one", "two"], str((1, 2))))
    print("%r%s%s %s %s" % (3.0, 0.5, 1e100, 1e17, 100000 * 3.5))
    print("%s %s %s %s %08.3f" % (hex(255), oct(0)[-1], bin(10), str(-5).zfill(4), -3.14159))
    print("%d%% %d %i" % (n * 100 // 84, int(3.99), int(-3.99)))
    return 0


def target(driver, args):
    return entry_point, None
