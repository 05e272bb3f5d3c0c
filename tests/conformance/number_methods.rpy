"""Methods of ints and floats."""


def ints(n):
    print(n.bit_length(), n.conjugate() + 1)


def floats(x):
    print(x.is_integer(), x.hex(), x.conjugate() * 2.0)


def entry_point(argv):
    for n in [0, 1, -5, 255, 2 ** 62]:
        ints(n)
    for x in [0.0, -1.5, 3.0, 1e300]:
        floats(x)
    return 0


def target(driver, args):
    return entry_point, None
