"""All binary and unary operator methods, reflected and in-place ones, NotImplemented, operands of several types."""


class Num(object):
    def __init__(self, v):
        self.v = v

    def __repr__(self):
        return "Num(%d)" % self.v

    def __add__(self, other):
        if isinstance(other, Num):
            return Num(self.v + other.v)
        if isinstance(other, int):
            return Num(self.v + other)
        return NotImplemented

    def __radd__(self, other):
        if isinstance(other, Num):
            return Num(-1)
        return Num(other + self.v + 1000)

    def __sub__(self, other):
        return Num(self.v - other.v)

    def __rsub__(self, other):
        return Num(other - self.v)

    def __mul__(self, other):
        return Num(self.v * other.v)

    def __rmul__(self, other):
        return [self.v] * other

    def __floordiv__(self, other):
        return Num(self.v // other.v)

    def __truediv__(self, other):
        return self.v * 1.0 / other.v

    def __mod__(self, other):
        return Num(self.v % other.v)

    def __divmod__(self, other):
        return (self.v // other.v, self.v % other.v)

    def __pow__(self, other):
        return Num(self.v ** other.v)

    def __lshift__(self, other):
        return Num(self.v << other)

    def __rshift__(self, other):
        return Num(self.v >> other)

    def __and__(self, other):
        return Num(self.v & other.v)

    def __or__(self, other):
        return Num(self.v | other.v)

    def __xor__(self, other):
        return Num(self.v ^ other.v)

    def __neg__(self):
        return Num(-self.v)

    def __pos__(self):
        return self

    def __abs__(self):
        return Num(abs(self.v))

    def __invert__(self):
        return Num(~self.v)

    def __int__(self):
        return self.v

    def __float__(self):
        return self.v + 0.5


class Meter(object):
    def __init__(self, v):
        self.v = v

    def __radd__(self, other):
        return "meter after %d" % other.v

    def __rpow__(self, other):
        return other ** self.v

    def __rmod__(self, other):
        return other % self.v

    def __rlshift__(self, other):
        return other << self.v

    def __rfloordiv__(self, other):
        return other // self.v

    def __rand__(self, other):
        return other & self.v


class Acc(object):
    def __init__(self):
        self.items = []

    def __iadd__(self, x):
        self.items.append(x)
        return self

    def __isub__(self, x):
        self.items.remove(x)
        return self

    def __imul__(self, n):
        self.items = self.items * n
        return self

    def __ior__(self, x):
        if x not in self.items:
            self.items.append(x)
        return self


class Sub(Num):
    def __sub__(self, other):
        return Sub(self.v - other.v - 1)

    def __repr__(self):
        return "Sub(%d)" % self.v


def entry_point(argv):
    a = Num(17)
    b = Num(5)
    print(a + b, a - b, a * b, a // b, a / b, a % b, divmod(a, b), a ** Num(2), a << 2, a >> 1)
    print(a & b, a | b, a ^ b, -a, +a, abs(Num(-3)), ~a, int(a), float(a))
    print(a + 3, 3 + a, 10 - a, 2 * a, a + Meter(4))
    m = Meter(3)
    print(2 ** m, 10 % m, 1 << m, 10 // m, 6 & m)
    s = Sub(9)
    print(s - b, b - s, s + a, a + s, -s)
    acc = Acc()
    acc += 4
    acc += 5
    acc -= 4
    acc *= 3
    acc |= 7
    acc |= 7
    print(acc.items)
    c = a
    c += b
    c -= Num(1)
    c *= Num(2)
    c //= Num(3)
    c **= Num(2)
    c %= Num(100)
    c <<= 1
    c |= Num(1)
    print(c, a, sum([x.v for x in [a, b, c]]))
    print([a + x for x in [Num(1), Num(2)]], {"k": a}, (a, b), "%s %r" % (a, b), f"{a} {b!r}")
    return 0


def target(driver, args):
    return entry_point
