"""Functions of `math` that are more than a call of the C library."""

from rpython.rlib.objectmodel import specialize
from rpython.rlib.rarithmetic import intmask
from rpython.rlib.longlong2float import float2longlong, longlong2float
from rpython.rtyper.lltypesystem.module import ll_math
from rpython_builtins.numbers import HASH_PRIME
import math


@specialize.argtype(0)
def trunc(x):
    return int(x)


def float_floor(x):
    """A float, as in Python 2."""
    return ll_math.math_floor(float(x))


def float_ceil(x):
    return -ll_math.math_floor(-float(x))


@specialize.argtype(0)
def floor(x):
    """An int, as in Python 3."""
    if isinstance(x, float):
        i = int(x)
        if float(i) > x:
            i -= 1
        return i
    else:
        return x


@specialize.argtype(0)
def ceil(x):
    if isinstance(x, float):
        i = int(x)
        if float(i) < x:
            i += 1
        return i
    else:
        return x


@specialize.argtype(0)
def isfinite(x):
    f = float(x)
    return f - f == 0.0


@specialize.argtype(0, 1)
def log_base(x, base):
    top = math.log(float(x))
    bottom = math.log(float(base))
    if bottom == 0.0:
        raise ZeroDivisionError("float division by zero")
    return top / bottom


def gcd2(a, b):
    if a < 0:
        a = -a
    if b < 0:
        b = -b
    while b != 0:
        a, b = b, a % b
    return a


def gcd(*numbers):
    r = 0
    for n in numbers:
        r = gcd2(r, n)
    return r


def lcm(*numbers):
    r = 1
    for n in numbers:
        if n == 0:
            return 0
        if n < 0:
            n = -n
        r = r // gcd2(r, n) * n
    return r


def factorial(n):
    if n < 0:
        raise ValueError("factorial() not defined for negative values")
    r = 1
    while n > 1:
        r *= n
        n -= 1
    return r


def isqrt(n):
    if n < 0:
        raise ValueError("isqrt() argument must be nonnegative")
    r = int(math.sqrt(float(n)))
    # the square root was rounded
    while r > 3037000499 or r * r > n:
        r -= 1
    while r < 3037000499 and (r + 1) * (r + 1) <= n:
        r += 1
    return r


def comb(n, k):
    if n < 0 or k < 0:
        raise ValueError("n and k must be non-negative integers")
    if k > n:
        return 0
    if k > n - k:
        k = n - k
    r = 1
    i = 0
    while i < k:
        # r * (n - i) is a multiple of i + 1; divided first, so that it does not grow beyond the result
        g = gcd2(r, i + 1)
        r = r // g * ((n - i) // ((i + 1) // g))
        i += 1
    return r


def perm(n, k=-1):
    if n < 0 or k < -1:
        raise ValueError("n and k must be non-negative integers")
    if k == -1:
        k = n
    if k > n:
        return 0
    r = 1
    for i in range(k):
        r *= n - i
    return r


@specialize.call_location()
def prod(numbers, start=1):
    r = start
    for x in numbers:
        r = r * x
    return r


def isclose(a, b, rel_tol=1e-09, abs_tol=0.0):
    if rel_tol < 0.0 or abs_tol < 0.0:
        raise ValueError("tolerances must be non-negative")
    if a == b:
        return True
    if a - a != 0.0 or b - b != 0.0:
        return False
    difference = abs(b - a)
    return difference <= abs(rel_tol * b) or difference <= abs(rel_tol * a) or difference <= abs_tol


@specialize.call_location()
def fsum(numbers):
    """The sum without loss: partial sums that do not overlap."""
    partials = []
    special = 0.0
    for n in numbers:
        x = float(n)
        if x - x != 0.0:
            special = special + x
            continue
        kept = 0
        for j in range(len(partials)):
            y = partials[j]
            if abs(x) < abs(y):
                x, y = y, x
            high = x + y
            low = y - (high - x)
            if low != 0.0:
                partials[kept] = low
                kept += 1
            x = high
        del partials[kept:]
        if x != 0.0:
            if x - x != 0.0:
                raise OverflowError("intermediate overflow in fsum")
            partials.append(x)
    if special != 0.0 or special != special:
        if special != special:
            raise_if_both(numbers)
        return special
    return total_of(partials)


@specialize.call_location()
def raise_if_both(numbers):
    """inf and -inf together, without a NaN."""
    for n in numbers:
        x = float(n)
        if x != x:
            return
    raise ValueError("-inf + inf in fsum")


def total_of(partials):
    n = len(partials) - 1
    if n < 0:
        return 0.0
    high = partials[n]
    low = 0.0
    while n > 0:
        x = high
        n -= 1
        y = partials[n]
        high = x + y
        low = y - (high - x)
        if low != 0.0:
            break
    # a half is rounded the right way if the next partial says so
    if n > 0 and (low < 0.0 and partials[n - 1] < 0.0 or low > 0.0 and partials[n - 1] > 0.0):
        y = low * 2.0
        x = high + y
        if y == x - high:
            high = x
    return high


# ---- lengths of vectors

@specialize.call_location()
def hypot(*numbers):
    if len(numbers) == 0:
        return 0.0
    else:
        return length([float(n) for n in numbers])


@specialize.call_location()
def dist(p, q):
    a = [float(x) for x in p]
    b = [float(x) for x in q]
    if len(a) != len(b):
        raise ValueError("both points must have the same number of dimensions")
    return length([a[i] - b[i] for i in range(len(a))])


def length(numbers):
    """The root of the sum of squares: scaled by a power of two, and corrected by what the sums have lost."""
    greatest = 0.0
    for x in numbers:
        if x - x != 0.0 and x == x:
            return abs(x)
    for x in numbers:
        if x != x:
            return x
        greatest = max(greatest, abs(x))
    if greatest == 0.0 or len(numbers) <= 1:
        return greatest
    exponent = frexp(greatest)[1]
    if exponent < -1023:
        tiny = 2.2250738585072014e-308
        return tiny * length([x / tiny for x in numbers])
    total = Total()
    for n in numbers:
        x = ldexp(n, -exponent)
        high = upper_half(x)
        low = x - high
        total.add(high * high)
        total.add_small(2.0 * high * low, low * low)
    root = math.sqrt(total.value())
    high = upper_half(root)
    low = root - high
    total.add(-high * high)
    total.add_small(-2.0 * high * low, -low * low)
    return ldexp(root + total.value() / (2.0 * root), exponent)


def upper_half(x):
    """The upper 26 bits of the mantissa."""
    t = x * 134217729.0
    return t - (t - x)


class Total(object):
    """A sum that starts at 1, so that no summand is larger, with what was rounded off."""

    def __init__(self):
        self.sum = 1.0
        self.lost = 0.0
        self.lost2 = 0.0
        self.lost3 = 0.0

    def add(self, x):
        old = self.sum
        self.sum = old + x
        self.lost += (old - self.sum) + x

    def add_small(self, x, y):
        old = self.sum
        self.sum = old + x
        self.lost2 += (old - self.sum) + x
        self.lost3 += y

    def value(self):
        return self.sum - 1.0 + (self.lost + self.lost2 + self.lost3)


# ---- taking floats apart

def power_of_two(k):
    """2.0 ** k for -1022 <= k <= 1023"""
    return longlong2float((k + 1023) << 52)


@specialize.argtype(0)
def frexp(number):
    x = float(number)
    if x == 0.0 or x - x != 0.0:
        return x, 0
    shift = 0
    if abs(x) < 2.2250738585072014e-308:
        x *= 18014398509481984.0
        shift = -54
    bits = float2longlong(x)
    exponent = ((bits >> 52) & 0x7ff) - 1022 + shift
    bits = (bits & intmask(0x800fffffffffffff)) | (1022 << 52)
    return longlong2float(bits), exponent


@specialize.argtype(0)
def ldexp(number, i):
    x = float(number)
    if x == 0.0 or x - x != 0.0:
        return x
    m, e = frexp(x)
    if i > 3000:
        i = 3000
    elif i < -3000:
        i = -3000
    e += i
    if e > 1024:
        raise OverflowError("math range error")
    if e > -1022:
        return m * 2.0 * power_of_two(e - 1)
    # a denormal: rounded once
    if e < -1080:
        e = -1080
    return m * power_of_two(-1000) * power_of_two(e + 1000)


@specialize.argtype(0)
def modf(number):
    x = float(number)
    if x - x != 0.0:
        if x != x:
            return x, x
        return math.copysign(0.0, x), x
    fraction = math.fmod(x, 1.0)
    return math.copysign(fraction, x), math.copysign(x - fraction, x)


def float_hex(x):
    """`float.hex()`"""
    if x != x:
        return 'nan'
    if x - x != 0.0:
        if x > 0.0:
            return 'inf'
        return '-inf'
    bits = float2longlong(x)
    sign = ''
    if bits < 0:
        sign = '-'
    exponent = (bits >> 52) & 0x7ff
    digits = []
    for k in range(13):
        digits.append('0123456789abcdef'[(bits >> (48 - 4 * k)) & 15])
    fraction = ''.join(digits)
    if exponent == 0:
        if bits << 1 == 0:
            return sign + '0x0.0p+0'
        return sign + '0x0.' + fraction + 'p-1022'
    exponent -= 1023
    if exponent >= 0:
        return sign + '0x1.' + fraction + 'p+' + str(exponent)
    return sign + '0x1.' + fraction + 'p' + str(exponent)


def hash_float(x):
    if x - x != 0.0:
        if x != x:
            return 0
        if x > 0.0:
            return 314159
        return -314159
    m, e = frexp(abs(x))
    h = 0
    while m != 0.0:
        h = rotated(h, 28)
        m *= 268435456.0
        e -= 28
        y = int(m)
        m -= float(y)
        h += y
        if h >= HASH_PRIME:
            h -= HASH_PRIME
    h = rotated(h, e % 61)
    if x < 0.0:
        h = -h
        if h == -1:
            return -2
    return h


def rotated(h, n):
    """h * 2**n modulo the prime"""
    return ((h << n) & HASH_PRIME) | h >> (61 - n)
