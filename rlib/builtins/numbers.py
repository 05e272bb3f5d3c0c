"""Built-in functions, operators and methods of numbers."""

from rpython.rlib.objectmodel import specialize
from rpython.rlib.rarithmetic import r_uint, intmask, base_int, ovfcheck
from rpython.rlib.rfloat import float_text, float_of_text, isinf, round_double
import math
import sys

MININT = -0x7fffffffffffffff - 1


@specialize.argtype(0, 1)
def divmod_(a, b):
    if isinstance(a, float) or isinstance(b, float):
        if b == 0:
            raise ZeroDivisionError("float divmod()")
    elif not isinstance(a, r_uint) and not isinstance(b, r_uint):
        if b == 0:
            raise ZeroDivisionError("integer division or modulo by zero")
    return a // b, a % b


@specialize.argtype(0)
def oct_of_python2(x):
    """`oct(x)` in a file of Python 2: octal numbers begin with a 0."""
    text = oct(x)
    if text == '0o0':
        return '0'
    return text.replace('o', '')


# ---- from text

@specialize.argtype(0)
def bad_int(s, base):
    return ValueError("invalid literal for int() with base " + str(base) + ": " + repr(s))


@specialize.argtype(0)
def blank_at(s, i):
    c = ord(s[i])
    return c == 32 or 9 <= c <= 13


@specialize.argtype(0)
def int_(s, base=10):
    """`int(s, base)`; ValueError also if the number does not fit."""
    if base != 0 and (base < 2 or base > 36):
        raise ValueError("int() base must be >= 2 and <= 36, or 0")
    given = base
    i = 0
    n = len(s)
    while i < n and blank_at(s, i):
        i += 1
    while n > i and blank_at(s, n - 1):
        n -= 1
    negative = False
    if i < n:
        c = ord(s[i])
        if c == 45 or c == 43:
            negative = c == 45
            i += 1
    underscore = False
    if i + 1 < n and ord(s[i]) == 48:
        letter = ord(s[i + 1]) | 32
        prefix = 0
        if letter == 120:
            prefix = 16
        elif letter == 111:
            prefix = 8
        elif letter == 98:
            prefix = 2
        if prefix != 0 and (base == prefix or base == 0):
            base = prefix
            i += 2
            underscore = i < n and ord(s[i]) == 95
            if underscore:
                i += 1
    leading_zero = False
    if base == 0:
        base = 10
        leading_zero = i < n and ord(s[i]) == 48
    if i >= n:
        raise bad_int(s, given)
    # the smallest int has no positive counterpart: so the sum is negative
    least = -(0x7fffffffffffffff // base)
    if 0x7fffffffffffffff % base == base - 1:
        least -= 1
    value = 0
    digit_before = False
    fits = True
    while i < n:
        c = ord(s[i])
        if c == 95:
            if not digit_before or i + 1 >= n:
                raise bad_int(s, given)
            digit_before = False
            i += 1
            continue
        if 48 <= c <= 57:
            d = c - 48
        else:
            d = (c | 32) - 87
            if d < 10 or c >= 128:
                raise bad_int(s, given)
        if d >= base:
            raise bad_int(s, given)
        if value < least or value * base < MININT + d:
            fits = False
        value = value * base - d
        digit_before = True
        i += 1
    if not digit_before or leading_zero and value != 0:
        raise bad_int(s, given)
    if not negative:
        if value == MININT:
            fits = False
        value = -value
    if not fits:
        raise ValueError("int() of a number that does not fit 64 bits: " + repr(s))
    return value


@specialize.argtype(0)
def float_(s):
    if isinstance(s, unicode):
        text = s.encode('utf-8')
    else:
        text = s
    try:
        return float_of_text(text)
    except ValueError:
        pass
    # underscores between digits
    if '_' in text:
        plain = []
        for i in range(len(text)):
            if text[i] != '_':
                plain.append(text[i])
            elif i == 0 or i + 1 == len(text) or not text[i - 1].isdigit() or not text[i + 1].isdigit():
                plain.append('?')
        try:
            return float_of_text(''.join(plain))
        except ValueError:
            pass
    raise ValueError("could not convert string to float: " + repr(s))


# ---- powers

@specialize.argtype(0)
def pow_int(a, b):
    """`a ** b` of ints; a negative exponent would give a float: ValueError."""
    if b < 0:
        raise ValueError("negative exponent of an int: write float(a) ** b")
    if isinstance(a, r_uint):
        r = r_uint(1)
        while True:
            if b & 1:
                r = r * a
            b >>= 1
            if b == 0:
                return r
            a = a * a
    else:
        # (under --overflow=trap the test stands in front of the call)
        r = 1
        while True:
            if b & 1:
                r = intmask(r * a)
            b >>= 1
            if b == 0:
                return r
            a = intmask(a * a)


def pow_float(x, y):
    if x == 0.0 and y < 0.0 and y - y == 0.0:
        raise ZeroDivisionError("0.0 cannot be raised to a negative power")
    return math.pow(x, y)


@specialize.argtype(0, 1)
def pow_of(a, b):
    """`pow(a, b)`"""
    return a ** b


def pow_mod(a, b, m):
    """`pow(a, b, m)`"""
    if m == 0:
        raise ValueError("pow() 3rd argument cannot be 0")
    size = r_uint(m)
    if m < 0:
        size = r_uint(-m)
    x = reduced(a, size)
    if b < 0:
        x = inverse(x, size)
        if b == MININT:
            x = mul_mod(x, x, size)
            b = b >> 1
        b = -b
    r = r_uint(1) % size
    while b > 0:
        if b & 1:
            r = mul_mod(r, x, size)
        x = mul_mod(x, x, size)
        b >>= 1
    if m < 0 and r:
        return intmask(r - size)
    return intmask(r)


def reduced(a, size):
    if a >= 0:
        return r_uint(a) % size
    r = r_uint(-a) % size
    if r:
        r = size - r
    return r


def mul_mod(a, b, size):
    """a * b % size, for a, b < size <= 2**63"""
    if size <= r_uint(0x100000000):
        return a * b % size
    r = r_uint(0)
    while b:
        if b & r_uint(1):
            r = r + a
            if r >= size:
                r = r - size
        a = a + a
        if a >= size:
            a = a - size
        b = b >> 1
    return r


def inverse(a, size):
    """The inverse of a modulo size."""
    x, next_x = r_uint(1) % size, r_uint(0)
    r, next_r = a, size
    while next_r:
        q = r // next_r
        r, next_r = next_r, r - q * next_r
        t = mul_mod(q % size, next_x, size)
        if x >= t:
            t = x - t
        else:
            t = x + (size - t)
        x, next_x = next_x, t
    if r != r_uint(1):
        raise ValueError("base is not invertible for the given modulus")
    return x


# ---- rounding

@specialize.call_location()
def round_(x, ndigits=None):
    if isinstance(x, float):
        if ndigits is None:
            return round_to_int(x)
        else:
            return round_digits(x, ndigits)
    else:
        if ndigits is None:
            return int(x)
        else:
            return round_int(int(x), ndigits)


def float_round(x, ndigits=0):
    """A float, halves away from zero, as in Python 2."""
    x = float(x)
    result = round_double(x, ndigits)
    if isinf(result) and not isinf(x):
        raise OverflowError('rounded value too large to represent')
    return result


def round_to_int(x):
    """Halves to even."""
    i = int(x)
    if x >= 4503599627370496.0 or x <= -4503599627370496.0:
        return i
    d = x - float(i)
    if d > 0.5 or d == 0.5 and i & 1:
        return i + 1
    if d < -0.5 or d == -0.5 and i & 1:
        return i - 1
    return i


def round_int(i, ndigits):
    if ndigits >= 0:
        return i
    if ndigits < -19:
        return 0
    unit = r_uint(1)
    while ndigits < 0:
        unit = unit * r_uint(10)
        ndigits += 1
    u = r_uint(i)
    if i < 0:
        u = r_uint(-i)
    q = u // unit
    rest = u - q * unit
    half = unit // r_uint(2)
    if rest > half or rest == half and q & r_uint(1):
        q = q + r_uint(1)
    if i < 0:
        return -intmask(q * unit)
    return intmask(q * unit)


def round_digits(x, ndigits):
    """The nearest decimal number with so many digits after the point (of two, the even one), as a float."""
    if x != x or x - x != 0.0 or x == 0.0 or ndigits > 323:
        return x
    if ndigits >= 0:
        return finite_float(float_text(x, 'f', ndigits, False))
    if ndigits < -308:
        return 0.0 * x
    # exponent of the first digit
    text = float_text(x, 'e', 17, False)
    exponent = int(text[text.find('e') + 1:])
    precision = exponent + ndigits
    if precision >= 0:
        return finite_float(float_text(x, 'e', precision, False))
    if precision < -1:
        return 0.0 * x
    # between 0 and one unit: more than a half?
    unit = float_of_text('1e' + str(-ndigits))
    half = float_of_text('5e' + str(-ndigits - 1))
    if x > half:
        return unit
    if x < -half:
        return -unit
    return 0.0 * x


def finite_float(text):
    f = float_of_text(text)
    if f - f != 0.0:
        raise OverflowError("rounded value too large to represent")
    return f


# ---- methods

def is_integer(x):
    if x - x != 0.0:
        return False
    return math.fmod(x, 1.0) == 0.0


def int_is_integer(i):
    return True


@specialize.argtype(0)
def bit_length(i):
    if isinstance(i, r_uint):
        u = i
    elif i < 0:
        u = r_uint(-int(i))
    else:
        u = r_uint(int(i))
    n = 0
    while u >= r_uint(256):
        n += 8
        u = u >> 8
    while u:
        n += 1
        u = u >> 1
    return n


@specialize.argtype(0)
def bit_count(i):
    if isinstance(i, r_uint):
        u = i
    elif i < 0:
        u = r_uint(-int(i))
    else:
        u = r_uint(int(i))
    n = 0
    while u:
        u = u & (u - r_uint(1))
        n += 1
    return n


@specialize.argtype(0)
def conjugate(x):
    return x


@specialize.argtype(0)
def int_ratio(i):
    """`int.as_integer_ratio`"""
    return i, 1


def float_ratio(x):
    """`float.as_integer_ratio`, of numbers whose parts are ints of one word"""
    if x != x:
        raise ValueError("cannot convert NaN to integer ratio")
    if x - x != 0.0:
        raise OverflowError("cannot convert Infinity to integer ratio")
    mantissa, exponent = math.frexp(x)
    while mantissa != math.floor(mantissa):
        mantissa = mantissa * 2.0
        exponent -= 1
    numerator, denominator = int(mantissa), 1
    # (zero has the exponent 0)
    while exponent > 0:
        numerator = ovfcheck(numerator * 2)
        exponent -= 1
    while exponent < 0:
        denominator = ovfcheck(denominator * 2)
        exponent += 1
    return numerator, denominator


def to_bytes(i, length=1, byteorder='big', signed=False):
    """`int.to_bytes`"""
    if byteorder != 'big' and byteorder != 'little':
        raise ValueError("byteorder must be either 'little' or 'big'")
    if length < 0:
        raise ValueError("length argument must be non-negative")
    if length > sys.maxint - 33:
        raise OverflowError("byte string is too large")
    # what is beyond the word is one byte, repeated
    filling = '\x00'
    if i < 0:
        filling = '\xff'
    rest = filling * max(length - 8, 0)
    if i < 0 and not signed:
        raise OverflowError("can't convert negative int to unsigned")
    out = []
    for k in range(min(length, 8)):
        out.append(chr(i & 255))
        i = i >> 8
    if signed:
        top = length > 8 and filling == '\xff' or 0 < length <= 8 and ord(out[-1]) >= 128
        if not (i == 0 and not top or i == -1 and top):
            raise OverflowError("int too big to convert")
    elif i != 0:
        raise OverflowError("int too big to convert")
    if byteorder == 'big':
        out.reverse()
        return rest + ''.join(out)
    return ''.join(out) + rest


@specialize.argtype(0)
def from_bytes(data, byteorder='big', signed=False):
    """`int.from_bytes`, of strings, bytearrays and numbers below 256. A number beyond 64 bits: OverflowError."""
    if byteorder != 'big' and byteorder != 'little':
        raise ValueError("byteorder must be either 'little' or 'big'")
    codes = [byte_code(c) for c in data]
    if byteorder == 'little':
        codes.reverse()
    number = -1 if signed and len(codes) > 0 and codes[0] >= 128 else 0
    for code in codes:
        number = ovfcheck(ovfcheck(number * 256) + code)
    return number


@specialize.argtype(0)
def byte_code(c):
    if isinstance(c, str):
        return ord(c)
    code = int(c)
    if not 0 <= code <= 255:
        raise ValueError("bytes must be in range(0, 256)")
    return code


# ---- hash: the number modulo a prime, as in CPython, so that equal numbers of different types have one hash

HASH_PRIME = (1 << 61) - 1


@specialize.argtype(0)
def hash_int(i):
    if isinstance(i, r_uint):
        return intmask(i % r_uint(HASH_PRIME))
    n = int(i)
    if n >= 0:
        return n % HASH_PRIME
    n = -intmask(r_uint(-n) % r_uint(HASH_PRIME))
    if n == -1:
        return -2
    return n
