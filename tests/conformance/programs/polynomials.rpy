"""Polynomials over the integers modulo a prime and over the integers: division, gcd, evaluation, printing, roots."""


class Poly(object):
    def __init__(self, *coefficients):
        self.c = trim([x for x in coefficients])

    def degree(self):
        return len(self.c) - 1

    def __len__(self):
        return len(self.c)

    def __getitem__(self, i):
        return self.c[i] if 0 <= i < len(self.c) else 0

    def __iter__(self):
        return iter(self.c)

    def __call__(self, x):
        total = 0
        for k in reversed(self.c):
            total = total * x + k
        return total

    def __add__(self, other):
        n = max(len(self), len(other))
        return poly([self[i] + other[i] for i in range(n)])

    def __neg__(self):
        return poly([-k for k in self])

    def __sub__(self, other):
        return self + -other

    def __mul__(self, other):
        out = [0] * (len(self) + len(other))
        for i, a in enumerate(self.c):
            for j, b in enumerate(other.c):
                out[i + j] += a * b
        return poly(out)

    def __pow__(self, n):
        result = poly([1])
        for i in range(n):
            result *= self
        return result

    def __eq__(self, other):
        return self.c == other.c

    def __ne__(self, other):
        return self.c != other.c

    def __hash__(self):
        return hash(tuple_key(self.c))

    def __str__(self):
        parts = []
        for i in range(self.degree(), -1, -1):
            k = self.c[i]
            if k == 0:
                continue
            sign = "-" if k < 0 else "+"
            body = "" if abs(k) == 1 and i > 0 else str(abs(k))
            if i > 0:
                body += "x" if i == 1 else "x^%d" % i
            parts.append((sign, body))
        if not parts:
            return "0"
        text = "".join([" %s %s" % p for p in parts])
        return text[3:] if text.startswith(" + ") else "-" + text[3:]

    def derivative(self):
        return poly([i * k for i, k in enumerate(self.c)][1:])

    def compose(self, other):
        result = poly([0])
        for k in reversed(self.c):
            result = result * other + poly([k])
        return result

    def roots(self, low=-20, high=20):
        return [x for x in range(low, high + 1) if self(x) == 0]


def tuple_key(c):
    return ",".join([str(k) for k in c])


def trim(c):
    while c and c[-1] == 0:
        c.pop()
    return c


def poly(c):
    p = Poly()
    p.c = trim(c)
    return p


class Field(object):
    """Arithmetic of coefficient lists modulo a prime."""

    def __init__(self, p):
        self.p = p

    def inverse(self, a):
        if a % self.p == 0:
            raise ZeroDivisionError
        return pow(a, self.p - 2, self.p)

    def reduce(self, f):
        return trim([k % self.p for k in f])

    def divmod(self, f, g):
        f = self.reduce(f)
        g = self.reduce(g)
        if not g:
            raise ZeroDivisionError("zero polynomial")
        lead = self.inverse(g[-1])
        quotient = [0] * max(1, len(f) - len(g) + 1)
        while len(f) >= len(g):
            k = f[-1] * lead % self.p
            shift = len(f) - len(g)
            quotient[shift] = k
            for i, b in enumerate(g):
                f[shift + i] = (f[shift + i] - k * b) % self.p
            trim(f)
        return trim(quotient), f

    def gcd(self, f, g):
        while g:
            f, g = g, self.divmod(f, g)[1]
        if f:
            lead = self.inverse(f[-1])
            f = [k * lead % self.p for k in f]
        return f

    def roots(self, f):
        out = []
        for x in range(self.p):
            v = 0
            for k in reversed(f):
                v = (v * x + k) % self.p
            if v == 0:
                out.append(x)
        return out


def chebyshev(n):
    a, b = Poly(1), Poly(0, 1)
    for i in range(n):
        yield a
        a, b = b, Poly(0, 2) * b - a


def entry_point(argv):
    p = Poly(-6, 11, -6, 1)
    q = Poly(1, 1)
    print(p, "|", q, "|", Poly(), "|", Poly(0, -1), "|", Poly(5), "|", Poly(0, 0, -3, 0))
    print(p + q, "|", p - q, "|", p * q, "|", q ** 5)
    print(p.roots(), q.roots(), (p * q).roots(), Poly(1, 0, 1).roots(), p(10), q(-3))
    print(p.derivative(), "|", p.derivative().derivative(), "|", Poly(4).derivative())
    print(p.compose(q), "|", q.compose(p), p.compose(q)(3) == p(4))
    print(p == Poly(-6, 11, -6, 1, 0), p != q, hash(p) == hash(Poly(-6, 11) + Poly(0, 0, -6, 1)))
    print(len(p), p[2], p[9], [k for k in p], sum(p.c), max(p.c))
    for i, t in enumerate(chebyshev(8)):
        print("T%d = %s" % (i, t), t(1), t(-1))
    seen = {}
    for f in [p, q, q * Poly(1), p + Poly(), q ** 1, q ** 2]:
        seen[f] = seen.get(f, 0) + 1
    print([(str(f), n) for f, n in seen.items()])
    field = Field(7)
    f = (p * q).c
    g = (Poly(-1, 1) * Poly(3, 0, 1)).c
    quotient, rest = field.divmod(f[:], g[:])
    print(quotient, rest, field.gcd(f[:], g[:]), field.roots(f), field.roots([1, 0, 1]))
    check = poly(quotient) * poly(g) + poly(rest)
    print(field.reduce(check.c) == field.reduce(f[:]))
    try:
        field.divmod(f, [7, 14])
    except ZeroDivisionError as e:
        print("error:", e)
    for prime in (2, 3, 5, 11, 13):
        field = Field(prime)
        print(prime, field.roots([-1, 0, 0, 0, 1]), [field.inverse(a) for a in range(1, prime)])
    return 0


def target(driver, args):
    return entry_point
