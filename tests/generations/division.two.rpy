PAIRS = [(7, 2), (-7, 2), (7, -2), (-7, -2), (6, 3), (0, 5), (1, 3)]


def classic(a, b):
    return a / b


def mean(values):
    return sum(values) / len(values)


def entry_point(argv):
    for a, b in PAIRS:
        print a, b, classic(a, b), a // b, a % b, divmod(a, b),
        print "%.3f" % (float(a) / b)
    print mean([1, 2, 4]), mean([-1, -2])
    print 7.0 / 2, 7 / 2.0, -7.5 // 2, 7.5 % 2, -7.5 % 2
    n = 17
    n /= 4
    print n, n ** 2, 2 ** 10 / 3
    for divisor in (0,):
        try:
            print classic(1, divisor)
        except ZeroDivisionError, e:
            print "ZeroDivisionError"
        try:
            print 1 % divisor
        except ZeroDivisionError:
            print "ZeroDivisionError"
    big = 0777
    print big, big / 8, big % 8, -big / 8, -big % 8
    return 0


def target(driver, args):
    return entry_point, None
