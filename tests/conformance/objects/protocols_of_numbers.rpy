"""__index__, __int__, __float__, numbers' protocols."""


class Num(object):
    def __init__(self, n):
        self.n = n

    def __index__(self):
        return self.n

    def __repr__(self):
        return "Num(%d)" % self.n

    def __neg__(self):
        return Num(-self.n)

    def __pos__(self):
        return Num(self.n + 100)

    def __invert__(self):
        return Num(~self.n)

    def __abs__(self):
        return Num(self.n if self.n >= 0 else -self.n)

    def __divmod__(self, other):
        return Num(self.n // other), Num(self.n % other)

    def __rdivmod__(self, other):
        return (other // self.n, other % self.n)

    def __pow__(self, e, m=None):
        if m is None:
            return Num(self.n ** e)
        return Num(pow(self.n, e, m))

    def __rpow__(self, base):
        return base ** self.n

    def __matmul__(self, other):
        return Num(self.n * 1000 + other.n)


class Real(object):
    def __init__(self, v):
        self.v = v

    def __int__(self):
        return int(self.v)

    def __float__(self):
        return self.v

    def __round__(self, n=None):
        if n is None:
            return int(self.v + 0.5)
        return Real(round(self.v, n))

    def __trunc__(self):
        return int(self.v)

    def __floor__(self):
        return int(self.v) - 1

    def __ceil__(self):
        return int(self.v) + 1

    def __format__(self, spec):
        if spec == '':
            return "Real"
        return format(self.v, spec)

    def __bool__(self):
        return self.v != 0.0

    def __str__(self):
        return "real %.2f" % self.v


class Sub(Num):
    def __index__(self):
        return self.n + 1


def entry_point(argv):
    import math
    a = Num(2)
    l = [10, 20, 30, 40, 50]
    print(l[a], l[Num(-1)], l[a:], l[:a], l[Num(1):Num(4)], l[Num(0):Num(5):a])
    l[a] = 33
    l[Num(0):Num(1)] = [9, 8]
    print(l, "abcdef"[a], "abcdef"[a:Num(4)], u"xyz"[a], (7, 7, 9)[a] if len(argv) > 5 else 0)
    del l[a]
    print(l)
    l.insert(1, 77)
    print(l, [], hex(Num(255)), bin(Num(5)), oct(Num(8)))
    print(int(a), bytearray(b'abc')[a])
    print(-a, +a, ~a, abs(Num(-5)), divmod(Num(17), 5), divmod(17, Num(5)))
    print(a ** 5, pow(a, 10), 3 ** a, a @ Num(4))
    for x in [Num(1), Sub(1)]:
        print(l[x], x)
    r = Real(2.75)
    print(int(r), float(r), round(r), float(round(r, 1)), math.trunc(r), math.floor(r), math.ceil(r))
    print(format(r), format(r, '.1f'), "{:8.3f}|{}".format(r, r), f"{r:>6.1f}{r}", bool(r), bool(Real(0.0)))
    print(str(r), "%s" % r, not r)
    try:
        print(l[Num(100)])
    except IndexError as e:
        print("IndexError", e)
    print(isinstance(r, Real), "{0:d}".format(3))
    return 0


def target(driver, args):
    return entry_point, None
