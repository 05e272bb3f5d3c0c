"""Methods of ints and floats."""


def ints(n):
    print(n.bit_length(), n.conjugate() + 1)
    print(n.as_integer_ratio())


def floats(x):
    print(x.is_integer(), x.hex(), x.conjugate() * 2.0)
    if abs(x) < 1e9:
        print(x.as_integer_ratio())


def entry_point(argv):
    for n in [0, 1, -5, 255, 2 ** 62]:
        ints(n)
    for x in [0.0, -1.5, 3.0, 0.1, 1e300]:
        floats(x)
    for x in [float("nan"), float("inf")]:
        try:
            print(x.as_integer_ratio())
        except (ValueError, OverflowError) as e:
            print(e)
    return 0


def target(driver, args):
    return entry_point, None
