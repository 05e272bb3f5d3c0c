"""Ints of any size, floats, conversions."""
import math

big = 3 ** 100
print(big, -big, big.bit_length(), (-big).bit_length(), (0).bit_length(), (255).bit_length(), (1 << 64).bit_length())
print(big // 7, big % 7, -big // 7, -big % 7, big // -7, big % -7, divmod(big, 10 ** 20), divmod(-big, 10 ** 20))
print(2 ** 64 - 1, 2 ** 63, -2 ** 63, 2 ** 63 - 1 + 1, (2 ** 63) * -1, -(-2 ** 63), 9223372036854775807 + 1)
print(pow(3, 200, 1000007), pow(2, -1, 7), pow(big, 3) % 97, pow(2, 10), pow(2, -2), pow(2.0, 3), (-8) ** 3, pow(5, 3, -7))
print(big & 0xffffffff, big | 1, big ^ big, ~big, big >> 50, -big >> 50, 1 << 100, -1 << 70, -1 >> 200, (-5) >> 1)
print(big & -big, -big & 0xff, -big | 0xff, -big ^ 0xff)
print(big > 2 ** 63, big == 3 ** 100, big != 3 ** 100 + 1, hash(big) == hash(3 ** 100), big < float('inf'), 2 ** 53 == float(2 ** 53), 2 ** 53 + 1 == float(2 ** 53))
print(int('123'), int(' -45 '), int('ff', 16), int('0xff', 16), int('0b101', 0), int('0o17', 0), int('z', 36), int('1_000'), int('-0x1F', 0), int(3.99), int(-3.99), int(True), int('9' * 30))
print(hex(255), hex(-255), oct(8), bin(10), bin(-5), hex(big), oct(2 ** 70), bin(2 ** 65))
print(0xdead_beef, 0o777, 0b1111, 1_000_000, 1e3, 1.5e-7, .5, 5., 1e100, 12345678901234567890)
print(7 // 2, -7 // 2, 7 % -2, -7 % 2, 7.5 // 2, -7.5 // 2, 7.5 % -2, -7.5 % 2, divmod(7.5, 2), divmod(-7, 2))
print(10 ** 20 // 3, 10 ** 20 % 3, (10 ** 20) * (10 ** 20), 10 ** 40 - 10 ** 40, -(10 ** 19))
print(abs(-big), abs(-5), abs(-2.5), round(2.5), round(3.5), round(-2.5), round(2.675, 2), round(1234, -2), round(1250, -2), round(1350, -2), round(2.0), round(1e20), round(0.5), round(1.25, 1))
print(float(big), float('1e5'), float(' 2.5 '), float('inf'), float('-Infinity'), float('nan'), float(10 ** 308), 1e308 * 10, -1e308 * 10)
print(repr(0.1), repr(0.1 + 0.2), 1e16, 1e15, 123456789012345680.0, 1e-5, 0.0001, 1.0, 100.0, 1e22, 1e21, -0.0, 5e-324, 1.7976931348623157e308)
print((0.5).as_integer_ratio(), (2.0).is_integer(), (2.5).is_integer(), (1.5).hex(), float.fromhex('0x1.8p+1'), (0.1).hex())
print((5).as_integer_ratio(), (5).conjugate(), (5).real, (5).imag, (5).numerator, (5).denominator, (1.5).real, (255).bit_count())
print((1024).to_bytes(4, 'big') == b'\x00\x00\x04\x00', int.from_bytes(b'\x00\x04', 'big'), int.from_bytes(b'\xff\xff', 'little', signed=True), (-2).to_bytes(2, 'little', signed=True) == b'\xfe\xff')
print(True + True, True * 5, False or 0, not 5, True == 1, True is 1 == 1 if False else True, isinstance(True, int), bool([]), bool('a'), bool(0.0), True & False, True ^ True, True | False, ~True)
print(type(True & True).__name__, type(True + 0).__name__, str(True), repr(False), int('1') is not None)
print(1 < 2 < 3, 1 < 3 < 2, 1 == 1.0, 1 != 2, 3 > 2 >= 2, 1 < 2 > 1, 0 == False, '' == 0)
print(max(1, 2.5, -3), min([4, 2, 8]), max('abc', key=ord), min([], default='d'), max([1, 5, 3], key=lambda x: -x), sum([1, 2, 3], 10), sum([[1], [2]], []), sum([0.1] * 3))
print(math.pi, math.e, math.sqrt(2), math.floor(-1.5), math.ceil(1.2), math.trunc(-1.7), math.factorial(25), math.gcd(12, 18), math.isqrt(10 ** 20), math.hypot(3, 4))
print(math.log(8, 2), math.log10(1000), math.log2(8), math.exp(1), math.pow(2, 0.5), math.fmod(-7, 3), math.copysign(3, -0.0), math.frexp(10.0), math.ldexp(0.5, 4), math.modf(3.25), math.inf, math.nan, math.tau)
print(math.isnan(float('nan')), math.isinf(float('-inf')), math.isfinite(1.0), math.degrees(math.pi), math.radians(180), math.atan2(1, -1), math.fsum([0.1] * 10), math.comb(5, 2), math.perm(5, 2), math.prod([1, 2, 3, 4]), math.lcm(4, 6))
print(math.isclose(0.1 + 0.2, 0.3), math.floor(1e20), math.ceil(2 ** 70), math.log(2 ** 200), math.sqrt(10 ** 30), math.dist([1, 2], [4, 6]), math.remainder(7, 4))
print(float('nan') == float('nan'), float('nan') != float('nan'), float('inf') > 10 ** 400, -float('inf') < -10 ** 400, 10 ** 400 > 1e308)
print(1 / 4.0, 4.0 / 2, 7 / 2.0, 2 ** -1, 2 ** 0.5, (-2) ** 2, -2 ** 2, 4 ** 0.5, 0 ** 0, 0.0 ** 0)
print(5 .bit_length(), 1 .real, (1).__add__(2), (7).__floordiv__(2), (2).__pow__(3), (5).__rsub__(10), (5).__lt__(6), int.__add__(3, 4), float.__mul__(2.0, 3.0), (3).__eq__(3), (1.5).__neg__(), (6).__and__(3), (6).__xor__(3), (-5).__abs__(), (5).__bool__(), (5).__radd__(1), (7).__mod__(4), (7).__divmod__(4), (1).__lshift__(4))
print((1).__add__('a'), (2.5).__add__(1), (5).__index__(), (5).__int__(), (5).__float__(), (5.7).__int__(), (2.5).__floor__(), (2.5).__ceil__(), (2.7).__trunc__(), (2.6).__round__())
print([i for i in range(10, 0, -3)], range(5)[2], range(10)[2:5], len(range(0, 100, 7)), 14 in range(0, 100, 7), list(range(3))[::-1], range(3) == range(0, 3, 1), range(10).index(4), repr(range(1, 5)), list(reversed(range(4))))
print(int.__name__, (5).__class__.__name__, type(5) is int, type(2 ** 100) is int, type(5.0).__name__, isinstance(5, (float, int)))


class Num(object):
    def __init__(self, v):
        self.v = v

    def __repr__(self):
        return 'Num(%s)' % self.v

    def __add__(self, o):
        return Num('%s+%s' % (self.v, getattr(o, 'v', o)))

    def __radd__(self, o):
        return Num('r%s+%s' % (o, self.v))

    def __iadd__(self, o):
        self.v = '%s+=%s' % (self.v, o)
        return self

    def __sub__(self, o):
        return NotImplemented

    def __rsub__(self, o):
        return 'rsub'

    def __mul__(self, o): return 'mul'
    def __rmul__(self, o): return 'rmul'
    def __truediv__(self, o): return 'truediv'
    def __rtruediv__(self, o): return 'rtruediv'
    __div__ = __truediv__
    __rdiv__ = __rtruediv__
    def __floordiv__(self, o): return 'floordiv'
    def __mod__(self, o): return 'mod'
    def __rmod__(self, o): return 'rmod'
    def __divmod__(self, o): return 'divmod'
    def __pow__(self, o, m=None): return 'pow %s' % m
    def __rpow__(self, o): return 'rpow'
    def __lshift__(self, o): return 'lshift'
    def __rrshift__(self, o): return 'rrshift'
    def __and__(self, o): return 'and'
    def __rand__(self, o): return 'rand'
    def __or__(self, o): return 'or'
    def __xor__(self, o): return 'xor'
    def __matmul__(self, o): return 'matmul'
    def __neg__(self): return 'neg'
    def __pos__(self): return 'pos'
    def __invert__(self): return 'invert'
    def __abs__(self): return 'abs'
    def __int__(self): return 77
    def __float__(self): return 7.5
    def __index__(self): return 2
    def __round__(self, n=None): return 'round %s' % n
    def __eq__(self, o): return isinstance(o, Num) and self.v == o.v
    def __lt__(self, o): return 'lt'
    def __le__(self, o): return 'le'
    def __hash__(self): return 3
    def __bool__(self): return self.v != 0
    def __call__(self, *a, **k): return ('called', a, k)
    def __contains__(self, x): return x == 5
    def __getitem__(self, i): return i
    def __len__(self): return 4
    def __divmod__(self, o): return 'divmod'
    def __rdivmod__(self, o): return 'rdivmod'
    def __format__(self, spec): return 'fmt<%s>' % spec


a, b = Num(1), Num(2)
print(a + b, a + 1, 1 + a, a - 1 if False else None, 5 - a, a * 2, 2 * a, a // 2, a % 2, 2 % a, divmod(a, 3), divmod(3, a))
print(a ** 2, 2 ** a, pow(a, 2, 5), a << 1, 1 >> a, a & 1, 1 & a, a | 1, a ^ 1, a @ 1, -a, +a, ~a, abs(a), int(a), float(a))
a += 5
print(a, [10, 20, 30][b], 'abc'[b], list(range(5))[b:], round(b), round(b, 2), a == a, a == 1, a != 1, a < b, a > b, a <= b, b >= a)
print(bool(Num(0)), a(1, x=2), 5 in a, 6 in a, a[1:2], a[1, 2], a[...], len(a), '{:>5}'.format(b), format(b, 'x'), f'{b:y}', hex(b), bin(b))
try:
    a - 1
except TypeError as e:
    print('TypeError', e)
print(2 * [1, 2], [0] * 3, 'ab' * 2, 3 * 'x', (1,) * 3, [1] * -1, 'x' * 0)
l = [1]
l2 = l
l += [2]
l *= 2
print(l2, l is l2)
t = (1,)
t2 = t
t += (2,)
print(t2, t)
print(float.__getformat__('double'), float.__getformat__('float'))
try:
    float.__getformat__('long')
except ValueError as e:
    print(e)
