"""Fractions and polynomials: reflected operators, NotImplemented, comparisons with ints, divmod, conversions."""


def gcd(a, b):
    while b:
        a, b = b, a % b
    return a


class Fraction(object):
    def __init__(self, num, den=1):
        if den == 0:
            raise ZeroDivisionError("fraction")
        if den < 0:
            num = -num
            den = -den
        g = gcd(abs(num), den)
        self.num = num // g
        self.den = den // g

    def __add__(self, other):
        if isinstance(other, Fraction):
            return Fraction(self.num * other.den + other.num * self.den, self.den * other.den)
        if isinstance(other, int):
            return Fraction(self.num + other * self.den, self.den)
        return NotImplemented

    __radd__ = __add__

    def __sub__(self, other):
        return self + (-other)

    def __rsub__(self, other):
        return -self + other

    def __mul__(self, other):
        if isinstance(other, Fraction):
            return Fraction(self.num * other.num, self.den * other.den)
        if isinstance(other, int):
            return Fraction(self.num * other, self.den)
        return NotImplemented

    def __rmul__(self, other):
        return self * other

    def __floordiv__(self, other):
        return (self.num * other.den) // (self.den * other.num)

    def __mod__(self, other):
        return self - other * (self // other)

    def __divmod__(self, other):
        return self // other, self % other

    def __neg__(self):
        return Fraction(-self.num, self.den)

    def __abs__(self):
        return Fraction(abs(self.num), self.den)

    def __invert__(self):
        return Fraction(self.den, self.num)

    def __int__(self):
        return self.num // self.den

    def __float__(self):
        return float(self.num) / float(self.den)

    def __eq__(self, other):
        if isinstance(other, Fraction):
            return self.num == other.num and self.den == other.den
        if isinstance(other, int):
            return self.den == 1 and self.num == other
        return NotImplemented

    def __lt__(self, other):
        if isinstance(other, int):
            return self.num < other * self.den
        return self.num * other.den < other.num * self.den

    def __gt__(self, other):
        if isinstance(other, int):
            return self.num > other * self.den
        return self.num * other.den > other.num * self.den

    def __hash__(self):
        return self.num * 31 + self.den

    def __bool__(self):
        return self.num != 0

    def __str__(self):
        if self.den == 1:
            return "%d" % self.num
        return "%d/%d" % (self.num, self.den)

    def __repr__(self):
        return "Fraction(%d, %d)" % (self.num, self.den)


class Poly(object):
    """Coefficients are fractions, lowest first."""
    def __init__(self, coeffs):
        while len(coeffs) > 0 and not coeffs[-1]:
            coeffs = coeffs[:len(coeffs) - 1]
        self.coeffs = coeffs

    def __len__(self):
        return len(self.coeffs)

    def __add__(self, other):
        n = max(len(self), len(other))
        return Poly([self[i] + other[i] for i in range(n)])

    def __getitem__(self, i):
        if i < len(self.coeffs):
            return self.coeffs[i]
        return Fraction(0)

    def __mul__(self, other):
        if isinstance(other, Fraction):
            return Poly([c * other for c in self.coeffs])
        out = [Fraction(0) for i in range(len(self) + len(other))]
        for i in range(len(self)):
            for j in range(len(other)):
                out[i + j] += self[i] * other[j]
        return Poly(out)

    def __rmul__(self, k):
        return Poly([k * c for c in self.coeffs])

    def __call__(self, x):
        v = Fraction(0)
        for i in range(len(self) - 1, -1, -1):
            v = v * x + self[i]
        return v

    def __eq__(self, other):
        return isinstance(other, Poly) and self.coeffs == other.coeffs

    def __str__(self):
        if not self:
            return "0"
        return " + ".join(["%s*x^%d" % (c, i) for i, c in enumerate(self.coeffs) if c])


def entry_point(argv):
    half = Fraction(1, 2)
    third = Fraction(1, 3)
    print(half + third, half - third, half * third, half + 1, 1 + half, 1 - half, 3 * half)
    print(Fraction(7, 2) // Fraction(2), Fraction(7, 2) % Fraction(2))
    q, r = divmod(Fraction(17, 3), Fraction(3, 2))
    print(q, r)
    print(-half, abs(Fraction(-3, 4)), ~third, int(Fraction(7, 2)), float(half))
    print(half == Fraction(2, 4), half == 1, Fraction(4, 2) == 2, half != third, 2 == Fraction(4, 2))
    print(half < third, half > third, half < 1, 1 > half, half > 0)
    print(half == "half", half != "half")
    try:
        print(half + "x")
    except TypeError:
        print("TypeError")
    try:
        Fraction(1, 0)
    except ZeroDivisionError:
        print("ZeroDivisionError")
    total = Fraction(0)
    for i in range(1, 6):
        total += Fraction(1, i)
    print(total, repr(total), [half, third])
    d = {half: "half", third: "third"}
    print(d[Fraction(3, 6)], Fraction(1, 5) in d)
    p = Poly([Fraction(1), Fraction(2)])
    q = Poly([Fraction(-1), Fraction(2)])
    print(p, "|", q, "|", p + q, "|", p * q, "|", 2 * p, "|", p * half)
    print((p * q)(Fraction(3)), p(half))
    print(p == Poly([Fraction(1), Fraction(2), Fraction(0)]), p == q, bool(Poly([Fraction(0)])))
    return 0


def target(driver, args):
    return entry_point, None
