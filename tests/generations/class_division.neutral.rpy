class Fraction(object):
    def __init__(self, top, bottom):
        self.top = top
        self.bottom = bottom

    def __truediv__(self, other):
        return Fraction(self.top * other.bottom, self.bottom * other.top)

    __div__ = __truediv__

    def __floordiv__(self, other):
        return self.top * other.bottom // (self.bottom * other.top)

    def __mul__(self, other):
        return Fraction(self.top * other.top, self.bottom * other.bottom)

    def __neg__(self):
        return Fraction(-self.top, self.bottom)

    def __eq__(self, other):
        return self.top * other.bottom == other.top * self.bottom

    def __ne__(self, other):
        return not self == other

    def __repr__(self):
        return "%d/%d" % (self.top, self.bottom)


HALF = Fraction(1, 2)
THIRD = Fraction(1, 3)
ONE_AND_A_HALF = HALF / THIRD


def entry_point(argv):
    print("%s %s" % (ONE_AND_A_HALF, ONE_AND_A_HALF != HALF))
    n = len(argv)
    f = Fraction(n + 4, 3)
    print("%s %s %s %s" % (f / HALF, f // HALF, f * THIRD, -f))
    f /= THIRD
    print("%s %s %s" % (f, f == Fraction(5 * n, 1), f == HALF))
    print([HALF / THIRD, THIRD / HALF])
    return 0


def target(driver, args):
    return entry_point, None
