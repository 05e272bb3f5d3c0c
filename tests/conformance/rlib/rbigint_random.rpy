# rbigint against Python's integers: untranslated, this program computes with the latter.
from rpython.rlib.objectmodel import we_are_translated
from rpython.rlib.rarithmetic import r_uint, intmask
from rpython.rlib.rbigint import rbigint


class Random(object):
    def __init__(self):
        self.state = r_uint(88172645463325252)

    def next(self, n):
        x = self.state
        x ^= x << 13
        x ^= x >> 7
        x ^= x << 17
        self.state = x
        return intmask((x >> 11) % r_uint(n))


SIZES = [1, 2, 9, 10, 19, 20, 38, 39, 60, 150, 400]


def number(rnd):
    digits = []
    kind = rnd.next(6)
    n = SIZES[rnd.next(len(SIZES))]
    if kind == 0:
        return "1" + "0" * (n - 1)
    if kind == 1:
        return "-" + "9" * n
    if kind == 2:
        return ["0", "1", "-1", "18446744073709551615", "18446744073709551616", "-9223372036854775808",
                "9223372036854775808", "340282366920938463463374607431768211455"][rnd.next(8)]
    for i in range(n):
        digits.append(chr(48 + rnd.next(10)))
    s = "".join(digits).lstrip("0")
    if s == "":
        s = "7"
    return "-" + s if rnd.next(3) == 0 else s


def arithmetic(a, b):
    if we_are_translated():
        x, y = rbigint.fromdecimalstr(a), rbigint.fromdecimalstr(b)
        print(x.add(y).str())
        print(x.sub(y).str())
        print(x.mul(y).str())
        if y.tobool():
            q, r = x.divmod(y)
            print(q.str() + " " + r.str())
            print(x.floordiv(y).str(), x.mod(y).str())
    else:
        x, y = int(a), int(b)
        print(x + y)
        print(x - y)
        print(x * y)
        if y:
            print("%d %d" % (x // y, x % y))
            print(x // y, x % y)


def bits(a, b, n):
    if we_are_translated():
        x, y = rbigint.fromstr(a), rbigint.fromstr(b, 10)
        print(x.and_(y).str(), x.or_(y).str(), x.xor(y).str(), x.invert().str())
        print(x.lshift(n).str(), x.rshift(n).str(), x.neg().str(), x.abs().str())
        print(x.bit_length(), x.eq(y), x.lt(y), x.ge(y), x.ne(y))
        print(x.format("0123456789abcdef"), y.format("01"))
        print(x.gcd(y).str(), y.abs().isqrt().str())
    else:
        import math
        x, y = int(a), int(b)
        print(x & y, x | y, x ^ y, ~x)
        print(x << n, x >> n, -x, abs(x))
        print(x.bit_length(), x == y, x < y, x >= y, x != y)
        print("%x" % x, "{0:b}".format(y))
        print(math.gcd(x, y), math.isqrt(abs(y)))


def powers(a, e, m):
    if we_are_translated():
        x = rbigint.fromdecimalstr(a)
        print(x.pow(rbigint.fromint(e)).str())
        y = rbigint.fromdecimalstr(m)
        if y.tobool():
            print(x.pow(rbigint.fromint(e * 1000003), y).str())
            print(x.pow(y.abs(), rbigint.fromint(1000000007)).str())
    else:
        x, y = int(a), int(m)
        print(x ** e)
        if y:
            print(pow(x, e * 1000003, y))
            print(pow(x, abs(y), 1000000007))


def floats(a, b):
    if we_are_translated():
        x, y = rbigint.fromdecimalstr(a), rbigint.fromdecimalstr(b)
        try:
            print(repr(x.tofloat()))
            if y.tobool():
                print(repr(x.truediv(y)))
        except OverflowError:
            print("OverflowError")
        try:
            print(x.toint() + 0)
        except OverflowError:
            print("no int")
    else:
        x, y = int(a), int(b)
        try:
            print(repr(float(x)))
            if y:
                print(repr(x / y))
        except OverflowError:
            print("OverflowError")
        if -2 ** 63 <= x < 2 ** 63:
            print(x)
        else:
            print("no int")


def factorial(n):
    if we_are_translated():
        r = rbigint.fromint(1)
        for i in range(2, n + 1):
            r = r.int_mul(i)
        return r.str()
    else:
        r = 1
        for i in range(2, n + 1):
            r *= i
        return str(r)


def big_product(n):
    """Long enough for Karatsuba."""
    text = "1234567890" * n
    if we_are_translated():
        x = rbigint.fromdecimalstr(text)
        y = rbigint.fromdecimalstr("98765" * n)
        p = x.mul(y)
        q, r = p.int_add(17).divmod(x)
        return p.mul(p).mod(rbigint.fromdecimalstr("1000000000000000000000007")).str() + " " + \
            str(q.eq(y)) + " " + r.str() + " " + str(p.numdigits() > 100)
    else:
        x, y = int(text), int("98765" * n)
        p = x * y
        q, r = divmod(p + 17, x)
        return "%d %s %d %s" % (p * p % 1000000000000000000000007, q == y, r, p > 2 ** 6400)


def entry_point(argv):
    rnd = Random()
    for i in range(60):
        arithmetic(number(rnd), number(rnd))
    for i in range(40):
        bits(number(rnd), number(rnd), rnd.next(200))
    for i in range(15):
        powers(number(rnd), rnd.next(9), number(rnd))
    for i in range(40):
        floats(number(rnd), number(rnd))
    print(factorial(120))
    for n in [100, 333, 400]:
        print(big_product(n))
    return 0


def target(driver, args):
    return entry_point, None
