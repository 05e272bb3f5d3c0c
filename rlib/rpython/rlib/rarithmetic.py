"""Machine arithmetic.

Signed integers are Python's `int`, which is not bounded when untranslated: `intmask` wraps to the
machine's word, `ovfcheck` raises OverflowError. The unsigned and fixed-width types are classes.
"""

import sys

LONG_BIT = 64
LONG_MASK = (1 << 64) - 1
LONG_TEST = 1 << 63
LONGLONG_BIT = 64
LONGLONG_MASK = LONG_MASK
LONGLONG_TEST = LONG_TEST
LONG_BIT_SHIFT = 6
LONGLONGLONG_BIT = 128
LONGLONGLONG_MASK = (1 << 128) - 1
LONGLONGLONG_TEST = 1 << 127
SHRT_MAX, SHRT_MIN, USHRT_MAX = 32767, -32768, 65535
longlongmax = (1 << 63) - 1
INT_MAX = 2147483647
INT_MIN = -2147483648
UINT_MAX = 4294967295
maxint = sys.maxsize
MAXINT = maxint
is_valid_int_bounds = (-maxint - 1, maxint)
is_emulated_long = False
LLONG_MAX = maxint
LLONG_MIN = -maxint - 1


def intmask(n):
    """The low bits of the number, as a signed machine word."""
    if isinstance(n, base_int):
        n = n.value()
    n = int(n) & LONG_MASK
    if n & LONG_TEST:
        n -= 1 << 64
    return n


def longlongmask(n):
    """`intmask` for 64 bits."""
    return r_longlong(intmask(n))


def is_valid_int(r):
    """Is it an int that fits a machine word?"""
    if isinstance(r, (base_int, float)):
        return False
    return isinstance(r, int) and -maxint - 1 <= r <= maxint


def widen(n):
    """A fixed-width integer as the type that arithmetic on it has."""
    if isinstance(n, base_int):
        if n.SIGNED:
            return n.value() if n.BITS <= LONG_BIT else n
        return n.value() if n.BITS < LONG_BIT else r_uint(n.value())
    return int(n)


def ovfcheck(r):
    """The argument is one operation on ints: OverflowError if its result does not fit a word."""
    assert not isinstance(r, base_int) or r.SIGNED, 'unexpected ovf check on unsigned'
    if r < -maxint - 1 or r > maxint:
        raise OverflowError('signed integer expression did overflow')
    return r


def ovfcheck_float_to_int(x):
    """`int(x)`; OverflowError if it does not fit."""
    return ovfcheck_float_to_longlong(x)


def ovfcheck_float_to_longlong(x):
    """See `ovfcheck_float_to_int`."""
    if x != x:
        raise OverflowError
    if -9223372036854775808.0 <= x < 9223372036854775808.0:
        return int(x)
    raise OverflowError


def int_force_ge_zero(n):
    """The number, or 0 if it is negative, in a form that the annotator sees as non-negative."""
    if n < 0:
        return 0
    return n


def int_c_div(x, y):
    """Division that rounds towards zero."""
    q = abs(x) // abs(y)
    return q if (x < 0) == (y < 0) else -q


def int_c_mod(x, y):
    """Remainder of `int_c_div`."""
    return x - y * int_c_div(x, y)


def int_between(n, m, p):
    """`n <= m < p`"""
    return n <= m < p


def uint_mul_high(x, y):
    """Upper word of the product of two unsigned words."""
    return r_uint((x.value() * y.value()) >> 64)


def mulmod(a, b, c):
    """`a * b % c`, for c > 0, also where the product needs more than a word."""
    assert c > 0
    a = a % c
    b = b % c
    if a < 1 << 31 and b < 1 << 31:
        return a * b % c
    # Bit by bit; what is below c is doubled without overflow as an unsigned word.
    total = r_uint(0)
    addend = r_uint(a)
    modulus = r_uint(c)
    while b:
        if b & 1:
            total += addend
            if total >= modulus:
                total -= modulus
        addend += addend
        if addend >= modulus:
            addend -= modulus
        b >>= 1
    return intmask(total)


def highest_bit(n):
    """Position of the only bit set."""
    assert n and (n & (n - 1)) == 0
    i = -1
    while n:
        i += 1
        n >>= 1
    return i


def most_neg_value_of_same_type(x):
    if isinstance(x, base_int):
        return type(x)(-(1 << (x.BITS - 1)) if x.SIGNED else 0)
    return -maxint - 1


def most_neg_value_of(tp):
    if tp is int:
        return -maxint - 1
    return tp(-(1 << (tp.BITS - 1)) if tp.SIGNED else 0)


def most_pos_value_of(tp):
    if tp is int:
        return maxint
    return tp((1 << (tp.BITS - 1)) - 1 if tp.SIGNED else (1 << tp.BITS) - 1)


def signedtype(t):
    """Whether numbers of the type have a sign."""
    return t is int or t is bool or t.SIGNED


signedtype._annspecialcase_ = 'specialize:memo'


def get_long_pattern(x):
    """The bits of a float."""
    from rpython.rlib.longlong2float import float2longlong
    return float2longlong(x)


def longlonglongmask(n):
    """`intmask` for 128 bits."""
    n = int(n) & LONGLONGLONG_MASK
    return n - (1 << 128) if n & LONGLONGLONG_TEST else n


def most_pos_value_of_same_type(x):
    if isinstance(x, base_int):
        return type(x)((1 << (x.BITS - 1)) - 1 if x.SIGNED else (1 << x.BITS) - 1)
    return maxint


def is_signed_integer_type(tp):
    """Of a low-level type, or a class of integers."""
    from rpython.rtyper.lltypesystem import lltype, rffi
    if tp in (lltype.Signed, lltype.SignedLongLong, rffi.SIGNEDCHAR, rffi.SHORT, rffi.INT):
        return True
    return tp is int or (isinstance(tp, type) and issubclass(tp, base_int) and tp.SIGNED)


def _reversed_bytes(pattern, n):
    result = 0
    for _ in range(n):
        result = (result << 8) | (pattern & 255)
        pattern >>= 8
    return intmask(result)


def byteswap(arg):
    """The bytes of a number of any type in reverse order."""
    from rpython.rlib import longlong2float
    from rpython.rtyper.lltypesystem import lltype, rffi
    T = lltype.typeOf(arg)
    if T is lltype.Float:
        return longlong2float.longlong2float(_reversed_bytes(longlong2float.float2longlong(arg), 8))
    elif T is lltype.SingleFloat:
        bits = intmask(longlong2float.singlefloat2uint(arg))
        return longlong2float.uint2singlefloat(r_uint(_reversed_bytes(bits, 4)))
    else:
        return rffi.cast(T, _reversed_bytes(rffi.cast(lltype.Signed, arg), rffi.sizeof(T)))


byteswap._annspecialcase_ = 'specialize:argtype(0)'


def _fitting_int32(x):
    if x < INT_MIN or x > INT_MAX:
        raise OverflowError("32-bit integer expression did overflow")
    return x


def ovfcheck_int32_add(x, y):
    """`x + y` of numbers of 32 bits; OverflowError if the sum has more."""
    return _fitting_int32(x + y)


def ovfcheck_int32_sub(x, y):
    """`x - y`, see `ovfcheck_int32_add`."""
    return _fitting_int32(x - y)


def ovfcheck_int32_mul(x, y):
    """`x * y`, see `ovfcheck_int32_add`."""
    return _fitting_int32(x * y)


def check_support_int128():
    return True


def check_int_bounds(n):
    return is_valid_int(n)


# --- fixed-width integers ---

def _number(x):
    if isinstance(x, base_int):
        return x.value()
    return int(x)


SEQUENCES = (str, type(u''), bytearray, list, tuple)


class base_int(object):
    """Base of the fixed-width integer types. Results of operations wrap to the type's width."""
    SIGNED = True
    BITS = LONG_BIT
    _immutable_ = True

    def __init__(self, n=0):
        n = _number(n) & ((1 << self.BITS) - 1)
        if self.SIGNED and n >> (self.BITS - 1):
            n -= 1 << self.BITS
        self._n = n

    def value(self):
        return self._n

    def _result_type(self, other):
        if isinstance(other, base_int):
            if other.BITS > self.BITS or (other.BITS == self.BITS and not other.SIGNED):
                return type(other)
            return type(self)
        if isinstance(other, int) and not isinstance(other, bool) or isinstance(other, bool):
            return type(self)
        return None

    def _binary(self, other, op, swap=False):
        tp = self._result_type(other)
        if tp is None:
            if isinstance(other, SEQUENCES):
                return op(other, self._n)
            if not isinstance(other, float):
                return NotImplemented
            return op(other, float(self)) if swap else op(float(self), other)
        a, b = self._n, _number(other)
        if not tp.SIGNED:
            mask = (1 << tp.BITS) - 1
            a, b = a & mask, b & mask
        if swap:
            a, b = b, a
        return tp(op(a, b))

    def __add__(self, o): return self._binary(o, lambda a, b: a + b)
    def __radd__(self, o): return self._binary(o, lambda a, b: a + b, True)
    def __sub__(self, o): return self._binary(o, lambda a, b: a - b)
    def __rsub__(self, o): return self._binary(o, lambda a, b: a - b, True)
    def __mul__(self, o): return self._binary(o, lambda a, b: a * b)
    def __rmul__(self, o): return self._binary(o, lambda a, b: a * b, True)
    def __floordiv__(self, o): return self._binary(o, lambda a, b: a // b)
    def __rfloordiv__(self, o): return self._binary(o, lambda a, b: a // b, True)
    def __mod__(self, o): return self._binary(o, lambda a, b: a % b)
    def __rmod__(self, o): return self._binary(o, lambda a, b: a % b, True)
    def __and__(self, o): return self._binary(o, lambda a, b: a & b)
    def __rand__(self, o): return self._binary(o, lambda a, b: a & b, True)
    def __or__(self, o): return self._binary(o, lambda a, b: a | b)
    def __ror__(self, o): return self._binary(o, lambda a, b: a | b, True)
    def __xor__(self, o): return self._binary(o, lambda a, b: a ^ b)
    def __rxor__(self, o): return self._binary(o, lambda a, b: a ^ b, True)
    def __rpow__(self, o): return self._binary(o, lambda a, b: a ** b, True)
    __div__ = __floordiv__
    __rdiv__ = __rfloordiv__

    def __truediv__(self, o):
        return float(self) / o if isinstance(o, float) else NotImplemented

    def __rtruediv__(self, o):
        return o / float(self) if isinstance(o, float) else NotImplemented

    def __pow__(self, o, m=None):
        if m is None:
            return self._binary(o, lambda a, b: a ** b)
        return type(self)(pow(self._n, _number(o), _number(m)))

    def __divmod__(self, o):
        return self // o, self % o

    def __rdivmod__(self, o):
        return o // self, o % self

    def __lshift__(self, n):
        return type(self)(self._n << _number(n))

    def __rshift__(self, n):
        return type(self)(self._n >> _number(n))

    def __rlshift__(self, n):
        return n << self._n

    def __rrshift__(self, n):
        return n >> self._n

    def __neg__(self): return type(self)(-self._n)
    def __pos__(self): return self
    def __abs__(self): return type(self)(abs(self._n))
    def __invert__(self): return type(self)(~self._n)
    def __eq__(self, o): return isinstance(o, (int, float, base_int)) and self._n == _plain(o)
    def __ne__(self, o): return not self == o
    def __lt__(self, o): return self._n < _plain(o)
    def __le__(self, o): return self._n <= _plain(o)
    def __gt__(self, o): return self._n > _plain(o)
    def __ge__(self, o): return self._n >= _plain(o)
    def __hash__(self): return hash(self._n)
    def __bool__(self): return self._n != 0
    __nonzero__ = __bool__
    def __int__(self): return self._n
    def __index__(self): return self._n
    def __float__(self): return float(self._n)
    def __str__(self): return str(self._n)
    def __repr__(self): return '%s(%d)' % (type(self).__name__, self._n)

    def __format__(self, spec):
        return format(self._n, spec)


def _plain(x):
    return x._n if isinstance(x, base_int) else x


class signed_int(base_int):
    SIGNED = True


class unsigned_int(base_int):
    SIGNED = False


_built = {}


def build_int(name, sign, bits, force_creation=False):
    """The integer type of this signedness and width."""
    key = (bool(sign), bits)
    if key in _built and not force_creation:
        return _built[key]
    base = signed_int if sign else unsigned_int
    if name is None:
        name = ('r_int' if sign else 'r_uint') + str(bits)
    tp = type(name, (base,), {'BITS': bits, 'SIGNED': bool(sign), '__module__': __name__,
                             'MASK': (1 << bits) - 1})
    _built[key] = tp
    return tp


class r_uint(unsigned_int):
    BITS = LONG_BIT
    MASK = LONG_MASK


class r_int(signed_int):
    BITS = LONG_BIT
    MASK = LONG_MASK


_built[True, 64] = r_int
_built[False, 64] = r_uint
r_int64 = int
r_longlong = int
r_ulonglong = r_uint
r_uint64 = r_uint
r_int32 = build_int('r_int32', True, 32)
r_uint32 = build_int('r_uint32', False, 32)
r_int16 = build_int('r_int16', True, 16)
r_uint16 = build_int('r_uint16', False, 16)
r_int8 = build_int('r_int8', True, 8)
r_uint8 = build_int('r_uint8', False, 8)
r_longlonglong = build_int('r_longlonglong', True, 128)
r_ulonglonglong = build_int('r_ulonglonglong', False, 128)


def normalizedinttype(t):
    """The type that arithmetic on values of type `t` has."""
    if t is int or t is bool:
        return int
    if t.BITS <= LONG_BIT:
        return r_int if t.SIGNED else r_uint
    return t


def compute_restype(self_type, other_type):
    """Type of a binary operation on two integer types."""
    if self_type is other_type:
        return bool and self_type
    if other_type in (bool, int):
        return self_type
    if self_type in (bool, int):
        return other_type
    if self_type.BITS > other_type.BITS:
        return self_type
    if other_type.BITS > self_type.BITS:
        return other_type
    return self_type if not self_type.SIGNED else other_type


class r_singlefloat(object):
    """A number in single precision: can be passed around and converted, not computed with."""

    def __init__(self, floatval):
        import struct
        self._bytes = struct.pack('f', floatval)

    def __float__(self):
        import struct
        return struct.unpack('f', self._bytes)[0]

    def __bool__(self):
        raise TypeError('not supported on r_singlefloat')
    __nonzero__ = __bool__

    def __eq__(self, other):
        return isinstance(other, r_singlefloat) and float(self) == float(other)

    def __ne__(self, other):
        return not self == other

    def __hash__(self):
        return hash(float(self))

    def __repr__(self):
        return 'r_singlefloat(%s)' % float(self)


class r_longfloat(object):
    """A `long double`: can be passed around and converted."""

    def __init__(self, floatval):
        self.value = floatval

    def __float__(self):
        return self.value

    def __eq__(self, other):
        return isinstance(other, r_longfloat) and self.value == other.value

    def __hash__(self):
        return hash(self.value)


# --- parsing ---

class ParseStringError(Exception):
    def __init__(self, msg):
        self.msg = msg

    def __str__(self):
        return self.msg


class InvalidBaseError(ParseStringError):
    pass


class ParseStringOverflowError(Exception):
    def __init__(self, parser):
        self.parser = parser


def string_to_int(s, base=10, allow_underscores=False, no_implicit_octal=False,
                  max_str_digits=0, disallow_whitespace_after_sign=False):
    """The int that the string denotes: ParseStringError if none, ParseStringOverflowError if it
    does not fit, MaxDigitsError if there are more digits than `max_str_digits` (0: no limit). Base 0 takes the base from a prefix."""
    from rpython.rlib.rstring import NumberStringParser
    p = NumberStringParser(s, s, base, 'int', allow_underscores=allow_underscores,
                           no_implicit_octal=no_implicit_octal, max_str_digits=max_str_digits,
                           disallow_whitespace_after_sign=disallow_whitespace_after_sign)
    base = p.base
    result = 0
    while True:
        digit = p.next_digit()
        if digit == -1:
            return result
        if p.sign == -1:
            digit = -digit
        try:
            result = ovfcheck(result * base)
            result = ovfcheck(result + digit)
        except OverflowError:
            raise ParseStringOverflowError(p)


def r_ulonglong_to_float(n):
    return float(n)


def make_unsigned_kernel(*args):
    raise NotImplementedError
