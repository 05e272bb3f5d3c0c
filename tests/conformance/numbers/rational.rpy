"""Rational numbers, polynomials, matrices, fixed point and complex arithmetic in classes of their own."""
import math


class Rational(object):
    def __init__(self, p, q=1):
        if q == 0:
            raise ZeroDivisionError
        if q < 0:
            p, q = -p, -q
        g = math.gcd(p, q)
        self.p = p // g
        self.q = q // g

    def add(self, o):
        return Rational(self.p * o.q + o.p * self.q, self.q * o.q)

    def sub(self, o):
        return Rational(self.p * o.q - o.p * self.q, self.q * o.q)

    def mul(self, o):
        return Rational(self.p * o.p, self.q * o.q)

    def div(self, o):
        return Rational(self.p * o.q, self.q * o.p)

    def cmp(self, o):
        d = self.p * o.q - o.p * self.q
        return (d > 0) - (d < 0)

    def text(self):
        if self.q == 1:
            return str(self.p)
        return '%d/%d' % (self.p, self.q)

    def decimal(self, digits):
        """With the period in brackets."""
        sign = '-' if self.p < 0 else ''
        whole, rest = divmod(abs(self.p), self.q)
        out = []
        seen = {}
        while rest and rest not in seen and len(out) < digits:
            seen[rest] = len(out)
            rest *= 10
            out.append(str(rest // self.q))
            rest %= self.q
        text = ''.join(out)
        if rest in seen:
            at = seen[rest]
            text = text[:at] + '(' + text[at:] + ')'
        return sign + str(whole) + ('.' + text if text else '')


def parse(s):
    p, slash, q = s.partition('/')
    if slash:
        return Rational(int(p), int(q))
    whole, dot, fraction = s.partition('.')
    if not dot:
        return Rational(int(whole))
    return Rational(int(whole + fraction), 10 ** len(fraction))


class Polynomial(object):
    """Coefficients, the constant one first."""
    def __init__(self, c):
        while len(c) > 1 and c[-1].p == 0:
            c = c[:-1]
        self.c = c

    def value(self, x):
        r = Rational(0)
        for c in reversed(self.c):
            r = r.mul(x).add(c)
        return r

    def mul(self, o):
        out = [Rational(0) for i in range(len(self.c) + len(o.c) - 1)]
        for i, a in enumerate(self.c):
            for j, b in enumerate(o.c):
                out[i + j] = out[i + j].add(a.mul(b))
        return Polynomial(out)

    def divmod(self, o):
        rest = self.c[:]
        out = [Rational(0) for i in range(max(1, len(rest) - len(o.c) + 1))]
        while len(rest) >= len(o.c):
            f = rest[-1].div(o.c[-1])
            at = len(rest) - len(o.c)
            out[at] = f
            for i, c in enumerate(o.c):
                rest[at + i] = rest[at + i].sub(f.mul(c))
            rest.pop()
        return Polynomial(out), Polynomial(rest if rest else [Rational(0)])

    def derivative(self):
        return Polynomial([self.c[i].mul(Rational(i)) for i in range(1, len(self.c))] or [Rational(0)])

    def text(self):
        out = []
        for i in range(len(self.c) - 1, -1, -1):
            c = self.c[i]
            if c.p == 0:
                continue
            t = Rational(abs(c.p), c.q).text()
            if i > 0 and t == '1':
                t = ''
            power = '' if i == 0 else 'x' if i == 1 else 'x^%d' % i
            out.append(('-' if c.p < 0 else '+') + ' ' + t + power)
        s = ' '.join(out)
        if s.startswith('+ '):
            s = s[2:]
        elif s.startswith('- '):
            s = '-' + s[2:]
        return s or '0'


def solve(rows):
    """Gauss with exact numbers; the last column is the right side."""
    n = len(rows)
    for i in range(n):
        p = i
        while p < n and rows[p][i].p == 0:
            p += 1
        if p == n:
            raise ValueError('singular')
        rows[i], rows[p] = rows[p], rows[i]
        rows[i] = [x.div(rows[i][i]) for x in rows[i]]
        for j in range(n):
            if j != i:
                f = rows[j][i]
                rows[j] = [a.sub(f.mul(b)) for a, b in zip(rows[j], rows[i])]
    return [r[-1] for r in rows]


class Fixed(object):
    """16 bits of fraction."""
    ONE = 1 << 16

    def __init__(self, raw):
        self.raw = raw

    def mul(self, o):
        return Fixed((self.raw * o.raw) >> 16)

    def div(self, o):
        return Fixed((self.raw << 16) // o.raw)

    def sqrt(self):
        return Fixed(math.isqrt(self.raw << 16))

    def text(self):
        sign = '-' if self.raw < 0 else ''
        a = abs(self.raw)
        return '%s%d.%04d' % (sign, a >> 16, (a & 0xffff) * 10000 >> 16)


def fixed(x):
    return Fixed(int(round(x * Fixed.ONE)))


class Complex(object):
    def __init__(self, re, im):
        self.re = re
        self.im = im

    def mul(self, o):
        return Complex(self.re * o.re - self.im * o.im, self.re * o.im + self.im * o.re)

    def power(self, n):
        r = Complex(1.0, 0.0)
        b = self
        while n:
            if n & 1:
                r = r.mul(b)
            b = b.mul(b)
            n >>= 1
        return r

    def text(self):
        return '%g%+gi' % (round(self.re, 9) + 0.0, round(self.im, 9) + 0.0)


def entry_point(argv):
    values = [parse(s) for s in ['1/2', '-3/4', '0.125', '7', '22/7', '-0.6', '10/4', '1/-3']]
    print([v.text() for v in values], [v.decimal(20) for v in values])
    for a in values[:4]:
        for b in values[2:6]:
            print(' '.join([x.text() for x in [a.add(b), a.sub(b), a.mul(b), a.div(b)]]) + ' %d' % a.cmp(b))
    print([Rational(1, n).decimal(40) for n in [3, 7, 12, 17, 28, 97, 1024]])
    h = Rational(0)
    for n in range(1, 21):
        h = h.add(Rational(1, n))
    print(h.text(), h.decimal(12))
    for bad in ['1/0', 'x', '1.2.3', '']:
        try:
            print(parse(bad).text())
        except ZeroDivisionError:
            print('ZeroDivisionError')
        except ValueError:
            print('ValueError')
    p = Polynomial([Rational(-6), Rational(11), Rational(-6), Rational(1)])
    q = Polynomial([Rational(-1), Rational(1)])
    d, r = p.divmod(q)
    print(p.text(), '|', q.text(), '|', d.text(), '|', r.text(), '|', p.derivative().text(), '|', d.mul(q).text(), '|', p.mul(p).text())
    print([p.value(Rational(n, 2)).text() for n in range(8)])
    rows = [[Rational(x) for x in row] for row in [[2, 1, -1, 8], [-3, -1, 2, -11], [-2, 1, 2, -3]]]
    print([x.text() for x in solve(rows)])
    hilbert = [[Rational(1, i + j + 1) for j in range(4)] + [Rational(1)] for i in range(4)]
    print([x.text() for x in solve(hilbert)])
    try:
        solve([[Rational(1), Rational(2), Rational(3)], [Rational(2), Rational(4), Rational(6)]])
    except ValueError:
        print('singular')
    a, b = fixed(3.25), fixed(-1.1)
    print([x.text() for x in [a, b, a.mul(b), a.div(b), a.sqrt(), fixed(2.0).sqrt(), fixed(0.0001)]])
    z = Complex(1.0, 1.0)
    print([z.power(n).text() for n in range(9)], [Complex(math.cos(2 * math.pi * k / 6), math.sin(2 * math.pi * k / 6)).power(3).text() for k in range(6)])
    return 0


def target(driver, args):
    return entry_point, None
