"""Rational numbers with all the operators, continued fractions, Egyptian fractions, Farey sequences."""


def gcd(a, b):
    while b:
        a, b = b, a % b
    return a


class Rational(object):
    def __init__(self, num, den=1):
        if den == 0:
            raise ZeroDivisionError("Rational(%d, 0)" % num)
        if den < 0:
            num, den = -num, -den
        g = gcd(abs(num), den)
        self.num = num // g
        self.den = den // g

    def __add__(self, other):
        return Rational(self.num * other.den + other.num * self.den, self.den * other.den)

    def __sub__(self, other):
        return self + (-other)

    def __mul__(self, other):
        return Rational(self.num * other.num, self.den * other.den)

    def __truediv__(self, other):
        return Rational(self.num * other.den, self.den * other.num)

    __div__ = __truediv__

    def __floordiv__(self, other):
        return (self.num * other.den) // (self.den * other.num)

    def __mod__(self, other):
        return self - other * Rational(self // other)

    def __pow__(self, n):
        if n < 0:
            return Rational(self.den ** -n, self.num ** -n)
        return Rational(self.num ** n, self.den ** n)

    def __neg__(self):
        return Rational(-self.num, self.den)

    def __abs__(self):
        return Rational(abs(self.num), self.den)

    def __eq__(self, other):
        return self.num == other.num and self.den == other.den

    def __ne__(self, other):
        return not self == other

    def __lt__(self, other):
        return self.num * other.den < other.num * self.den

    def __le__(self, other):
        return self.num * other.den <= other.num * self.den

    def __gt__(self, other):
        return other < self

    def __ge__(self, other):
        return other <= self

    def __hash__(self):
        return self.num * 1000003 ^ self.den

    def __bool__(self):
        return self.num != 0

    def __int__(self):
        return -(-self.num // self.den) if self.num < 0 else self.num // self.den

    def __float__(self):
        return float(self.num) / self.den

    def __str__(self):
        if self.den == 1:
            return str(self.num)
        return "%d/%d" % (self.num, self.den)

    def __repr__(self):
        return "Rational(%d, %d)" % (self.num, self.den)


def parse(text):
    num, slash, den = text.partition("/")
    if slash:
        return Rational(int(num), int(den))
    whole, dot, fraction = text.partition(".")
    if dot:
        return Rational(int(whole + fraction), 10 ** len(fraction))
    return Rational(int(whole))


def continued(x):
    while True:
        whole = x.num // x.den
        yield whole
        x = x - Rational(whole)
        if not x:
            return
        x = Rational(1) / x


def from_continued(terms):
    result = Rational(terms[-1])
    for t in reversed(terms[:-1]):
        result = Rational(t) + Rational(1) / result
    return result


def egyptian(x):
    out = []
    while x and len(out) < 5:
        n = -(-x.den // x.num)
        out.append(n)
        x -= Rational(1, n)
    return out


def farey(n):
    a, b, c, d = 0, 1, 1, n
    yield Rational(a, b)
    while c <= n:
        k = (n + b) // d
        a, b, c, d = c, d, k * c - a, k * d - b
        yield Rational(a, b)


def harmonic(n):
    total = Rational(0)
    for i in range(1, n + 1):
        total += Rational(1, i)
    return total


def entry_point(argv):
    a, b = Rational(3, 4), Rational(-5, 6)
    print(a + b, a - b, a * b, a / b, a // b, a % b, -a, abs(b), a ** 3, b ** -2)
    print(a < b, a <= b, a > b, a >= b, a == Rational(6, 8), a != b, bool(Rational(0)), int(b), int(Rational(-9, 4)))
    print([repr(x) for x in sorted([a, b, Rational(1, 3), Rational(-1), Rational(7, 9)])])
    print([a, b], (a, b), {a: 1})
    print("%.6f %.3f" % (float(a), float(b)), "%s %r" % (a, b))
    for text in ["3/9", "1.25", "-0.5", "7", "10/-4", "1/0", "x", "1.x"]:
        try:
            print(text, "=", parse(text))
        except ZeroDivisionError as e:
            print(text, "zero:", e)
        except ValueError:
            print(text, "is no number")
    for x in [Rational(415, 93), Rational(-7, 3), Rational(5), Rational(355, 113)]:
        terms = list(continued(x))
        print(x, terms, from_continued(terms) == x)
    for x in [Rational(4, 5), Rational(7, 15), Rational(5, 6), Rational(3, 7)]:
        parts = egyptian(x)
        print("%s = %s" % (x, " + ".join(["1/%d" % n for n in parts])))
    print(" ".join([str(x) for x in farey(6)]))
    print([str(harmonic(n)) for n in range(1, 11)], "%.9f" % float(harmonic(20)))
    table = {}
    for p in range(1, 7):
        for q in range(1, 7):
            x = Rational(p, q)
            table[x] = table.get(x, 0) + 1
    print(len(table), [(str(k), table[k]) for k in sorted(table) if table[k] > 1])
    print(sum([Rational(1, n * (n + 1)) for n in range(1, 11)], Rational(0)))
    approx = Rational(1)
    two = Rational(2)
    for i in range(4):
        approx = (approx + two / approx) / two
        print(approx, "%.12f" % float(approx))
    return 0


def target(driver, args):
    return entry_point
