# oracle: stored
"""Python 2: __cmp__, __nonzero__, __div__, next, __getslice__, __setslice__."""


class Ordered(object):
    def __init__(self, n):
        self.n = n

    def __cmp__(self, other):
        return self.n - other.n

    def __nonzero__(self):
        return self.n != 0

    def __div__(self, other):
        return Ordered(self.n // other.n)

    def __repr__(self):
        return "O%d" % self.n


class Text(object):
    def __init__(self, chars):
        self.chars = chars

    def __getslice__(self, i, j):
        assert i >= 0 and j >= 0
        return Text(self.chars[i:min(j, len(self.chars))])

    def __setslice__(self, i, j, other):
        out = []
        for k in range(len(self.chars)):
            if k == i:
                out += other.chars
            if k < i or k >= j:
                out.append(self.chars[k])
        self.chars = out

    def __len__(self):
        return len(self.chars)

    def show(self):
        return "".join(self.chars)


class Down(object):
    def __init__(self, n):
        self.n = n

    def __iter__(self):
        return self

    def next(self):
        if self.n == 0:
            raise StopIteration
        self.n -= 1
        return self.n


def entry_point(argv):
    a = Ordered(6)
    b = Ordered(3)
    print a < b, a > b, a <= a, a >= b, a == Ordered(6), a != b
    print a / b
    if not Ordered(0):
        print "zero is false"
    print [a, b].index(Ordered(3))
    t = Text(["h", "e", "l", "l", "o"])
    print t[1:3].show(), t[:2].show(), t[3:].show(), len(t[:])
    t[1:3] = Text(["X", "Y", "Z"])
    print t.show()
    for i in Down(3):
        print i
    return 0


def target(driver, args):
    return entry_point, None
