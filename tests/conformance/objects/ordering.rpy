"""Orderings: each method by itself, reflected ones, NotImplemented, tuples and sorting by `<`."""


class Version(object):
    def __init__(self, major, minor):
        self.major = major
        self.minor = minor

    def key(self):
        return self.major * 1000 + self.minor

    def __lt__(self, other):
        return self.key() < other.key()

    def __le__(self, other):
        return self.key() <= other.key()

    def __gt__(self, other):
        return self.key() > other.key()

    def __ge__(self, other):
        return self.key() >= other.key()

    def __eq__(self, other):
        return isinstance(other, Version) and self.key() == other.key()

    def __hash__(self):
        return self.key()

    def __str__(self):
        return "%d.%d" % (self.major, self.minor)


class OnlyLess(object):
    """`>` is found by reflection."""
    def __init__(self, n):
        self.n = n

    def __lt__(self, other):
        if isinstance(other, OnlyLess):
            return self.n < other.n
        return NotImplemented


class Weight(object):
    def __init__(self, grams):
        self.grams = grams

    def __lt__(self, other):
        if isinstance(other, int):
            return self.grams < other
        if isinstance(other, Weight):
            return self.grams < other.grams
        return NotImplemented

    def __gt__(self, other):
        if isinstance(other, int):
            return self.grams > other
        if isinstance(other, Weight):
            return self.grams > other.grams
        return NotImplemented


def insertion_sort(items):
    for i in range(1, len(items)):
        x = items[i]
        j = i
        while j > 0 and x < items[j - 1]:
            items[j] = items[j - 1]
            j -= 1
        items[j] = x


def entry_point(argv):
    a = Version(1, 5)
    b = Version(1, 10)
    print(a < b, a <= b, a > b, a >= b, a == b, a != b)
    print(a < a, a <= a, a > a, a >= a)
    vs = [Version(2, 0), Version(1, 5), Version(1, 10), Version(0, 9)]
    insertion_sort(vs)
    print(" ".join([str(v) for v in vs]))
    best = vs[0]
    for v in vs:
        if v > best:
            best = v
    print(best)
    x = OnlyLess(1)
    y = OnlyLess(2)
    print(x < y, x > y, y < x, y > x)
    w = Weight(500)
    print(w < 600, w > 600, 600 < w, 600 > w, w < Weight(501))
    try:
        print(w < "heavy")
    except TypeError:
        print("no order with a string")
    return 0


def target(driver, args):
    return entry_point, None
