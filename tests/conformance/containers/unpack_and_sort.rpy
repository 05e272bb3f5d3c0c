# origin: random programs
"""Found by random programs: unpacking in a try block beside classes with __len__; sorting what is always empty."""


class Sized(object):
    def __len__(self):
        return 3

    def __eq__(self, other):
        return True

    def __ne__(self, other):
        return False

    def __getitem__(self, i):
        return i

    def pairs(self, p, x):
        return (x, p)


def unpacked(n):
    try:
        i, s = Sized().pairs("hello", n)
    except ValueError:
        return -1
    print("%d %s" % (i, s))
    try:
        a, b = [n, n + 1]
        (c, d), e = Sized().pairs("x", a), b
    except IndexError:
        return -2
    print("%d %s %d" % (c, d, e))
    return len(Sized())


def always_empty():
    found = [x for x in [1, 2] if "a" in "xyz"]
    for x in sorted(found):
        print(x)
    l = []
    l.sort()
    print(len(l) + len(sorted(l)))


def entry_point(argv):
    print(unpacked(len(argv)))
    always_empty()
    return 0


def target(driver, args):
    return entry_point, None
