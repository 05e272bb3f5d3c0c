"""The order of tuples of different lengths."""


class Version(object):
    def __init__(self, n):
        self.n = n

    def __eq__(self, other):
        return self.n == other.n

    def __lt__(self, other):
        return self.n < other.n

    def __le__(self, other):
        return self.n <= other.n


def show(label, a, b):
    print(label, a < b, a <= b, a > b, a >= b, b < a, b <= a, b > a, b >= a, a == b)


show._annspecialcase_ = 'specialize:argtype(1,2)'


def entry_point(argv):
    n = len(argv)
    for major in [2, 3, 4]:
        version = (major, 7 * n, 'final')
        show(major, version, (3,))
        show(major, version, (3, 7))
        show(major, version, (3, 8))
        show(major, version, ())
        show(major, version, (3, 7, 'final', 0))
    show('float', (n, 1.5), (n,))
    show('nested', ((n, 'a'), 2), ((n, 'b'),))
    print((Version(n), n) < (Version(2),), (Version(n), n) > (Version(1),), (Version(n),) <= (Version(1), n))
    return 0


def target(driver, args):
    return entry_point
