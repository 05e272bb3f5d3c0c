"""Functions that one variable holds, with ints and floats at the same place."""


def double(x):
    return x + x


def half(x):
    return int(x * 0.5)


def floor(x):
    return int(x)


FUNCTIONS = [double, half]


def entry_point(argv):
    n = len(argv)
    print(FUNCTIONS[n - 1](n + 2))
    f = floor if n > 1 else half
    print(f(2.5))
    return 0


def target(driver, args):
    return entry_point, None
