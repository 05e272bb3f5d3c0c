# origin: random programs
"""Found by random programs: a method called directly gives a narrower type than the family of methods that override it."""


class K0(object):
    def label(self):
        return "q"

    def number(self):
        return 3

    def test(self):
        return True

    def pair(self):
        return (1, "c")

    def word(self):
        return u"u"


class K1(K0):
    def label(self):
        up = K0.label(self)
        return up

    def number(self):
        n = K0.number(self)
        return n * 7 // 2

    def test(self):
        if K0.test(self):
            return 5
        return 6

    def pair(self):
        n, c = K0.pair(self)
        return (n + ord(c), c)

    def word(self):
        return u"x" + K0.word(self)


class K2(K0):
    def label(self):
        return "xyz"

    def number(self):
        return 0.25

    def pair(self):
        return (2, "more")


def make(n):
    if n == 1:
        return K1()
    if n == 2:
        return K2()
    return K0()


def entry_point(argv):
    for i in range(3):
        o = make(i)
        n, s = o.pair()
        print("%s %.2f %d %d %s %d" % (o.label(), o.number(), int(o.test()), n, s, o.word()[-1] == u"u"))
    return 0


def target(*a):
    return entry_point
