PAIRS = [(7, 2), (-7, 2), (7, -2), (-7, -2), (6, 3), (0, 5), (1, 3)]


def entry_point(argv):
    for a, b in PAIRS:
        print("%d %d %d %d %d (%d, %d) %.3f" % (
            a, b, a // b, a // b, a % b, divmod(a, b)[0], divmod(a, b)[1], float(a) / b))
    print("%d %d" % (mean([1, 2, 4]), mean([-1, -2])))
    print("%s %s %s %s %s" % (7.0 / 2, 7 / 2.0, -7.5 // 2, 7.5 % 2, -7.5 % 2))
    n = 17
    n //= 4
    print("%d %d %d" % (n, n ** 2, 2 ** 10 // 3))
    zero = len(argv) - len(argv)
    try:
        print(1 // zero)
    except ZeroDivisionError:
        print("ZeroDivisionError")
    try:
        print(1 % zero)
    except ZeroDivisionError:
        print("ZeroDivisionError")
    big = 0o777
    print("%d %d %d %d %d" % (big, big // 8, big % 8, -big // 8, -big % 8))
    return 0


def mean(values):
    total = 0
    for v in values:
        total += v
    return total // len(values)


def target(driver, args):
    return entry_point, None
