"""Integers of any size.

A number is a sign and a magnitude in digits of 64 bits, the least significant first. Numbers never change. Products are in
`_bigproduct`, divisions by digits and rows of them in `_bigdivision`; long divisions and conversions of long texts are made of
products here.
"""

import math

from rpython.rtyper.lltypesystem import lltype
from rpython.rlib import jit
from rpython.rlib.objectmodel import specialize, not_rpython, we_are_translated, always_inline
from rpython.rlib.rarithmetic import r_uint, intmask, uint_mul_high, LONG_BIT, maxint, ParseStringError, \
    ovfcheck
from rpython.rlib.rstring import NumberStringParser, StringBuilder
from rpython.rlib._bigproduct import multiply_row, product, square
from rpython.rlib._bigdivision import bits_of_digit as _bits_of_digit, reciprocal, divide_normalised, divide_by_digit, \
    remainder_by_digit, divide_long

SHIFT = 63  # what programs know of: digits as `digit` gives them
MASK = (1 << SHIFT) - 1
DIGIT_BITS = 64
DIGIT_MASK = r_uint(0xffffffffffffffff)
HALF_SHIFT = 32
HALF_MASK = r_uint(0xffffffff)
NULLDIGIT = r_uint(0)
ONEDIGIT = r_uint(1)
DIVISION_CUTOFF = 60  # digits of divisor and quotient
TEXT_CUTOFF = 60  # digits
TEXT_CHUNK = 1000  # characters
MIN_INT = MIN_INT_VALUE = -maxint - 1
MAX_DIGITS_THAT_CAN_FIT_IN_INT = 2
FLOAT_MULTIPLIER = float(1 << SHIFT)
SUPPORT_INT128 = True
NULLDIGITS = [NULLDIGIT]
DIGITS_OF_TEXT = '0123456789abcdefghijklmnopqrstuvwxyz'
BASE8 = '01234567'
BASE10 = '0123456789'
BASE16 = '0123456789abcdef'


class InvalidEndiannessError(Exception):
    pass


class InvalidSignednessError(Exception):
    pass


class MaxIntError(Exception):
    """A conversion to or from text of too many digits."""

    def __init__(self, msg):
        self.msg = msg


def intsign(i):
    if i == 0:
        return 0
    return -1 if i < 0 else 1


def int_in_valid_range(x):
    """Is one digit enough?"""
    return x != MIN_INT


def _zeros(n):
    return [NULLDIGIT] * n


class rbigint(object):
    """A number; arithmetic is by methods (`a.add(b)`)."""
    _immutable_ = True
    _immutable_fields_ = ['_digits[*]', 'size', 'sign']

    def __init__(self, digits=[NULLDIGIT], sign=0, size=0):
        """`size` digits count, the last of them is not zero; the sign is -1, 0 or 1. Without arguments: zero."""
        self._digits = digits
        self.sign = sign
        self.size = size

    # --- making numbers

    @staticmethod
    @jit.elidable
    def fromint(intval):
        if intval > 0:
            return rbigint([r_uint(intval)], 1, 1)
        if intval < 0:
            return rbigint([r_uint(0) - r_uint(intval)], -1, 1)
        return NULLRBIGINT

    @staticmethod
    @specialize.argtype(0)
    def fromrarith_int(i):
        """From an integer of any machine type."""
        return _from_machine_int(i)

    @staticmethod
    def frombool(b):
        if b:
            return ONERBIGINT
        return NULLRBIGINT

    @staticmethod
    @not_rpython
    def fromlong(l):
        """From Python's `int` of any size: at import time and untranslated."""
        n = abs(int(l))
        digits = []
        while n:
            digits.append(r_uint(n & 0xffffffffffffffff))
            n >>= 64
        return rbigint(digits or [NULLDIGIT], (l > 0) - (l < 0), len(digits))

    @staticmethod
    def fromfloat(dval):
        """The integral part; OverflowError and ValueError for infinities and NaN."""
        if dval != dval:
            raise ValueError('cannot convert float NaN to integer')
        if dval - dval != 0.0:
            raise OverflowError('cannot convert float infinity to integer')
        if -9.2e18 < dval < 9.2e18:
            return rbigint.fromint(int(dval))
        m, e = math.frexp(dval)
        return rbigint.fromint(int(math.ldexp(m, 60))).lshift(e - 60)

    @staticmethod
    @jit.elidable
    def fromdecimalstr(s):
        """From decimal digits, perhaps with a sign in front."""
        return _from_parser(NumberStringParser(s, s, 10, 'int'))

    @staticmethod
    @jit.elidable
    def fromstr(s, base=0, allow_underscores=False):
        """As `int(s, base)`; an L may follow. ParseStringError if it is no number."""
        text = s.strip()
        if base <= 21 and (text.endswith('L') or text.endswith('l')):
            text = text[:len(text) - 1]
        return _from_parser(NumberStringParser(text, s, base, 'long', allow_underscores=allow_underscores))

    @staticmethod
    def fromstr2(s, base=0):
        return rbigint.fromstr(s, base)

    @staticmethod
    def _from_numberstring_parser(parser, max_str_digits=0):
        return _from_parser(parser)

    @staticmethod
    @jit.elidable
    def frombytes(s, byteorder, signed):
        """From bytes; the order is 'big' or 'little'."""
        if byteorder != 'big' and byteorder != 'little':
            raise InvalidEndiannessError()
        n = len(s)
        if n == 0:
            return NULLRBIGINT
        big = byteorder == 'big'
        top = ord(s[0]) if big else ord(s[n - 1])
        negative = signed and top >= 128
        digits = _zeros((n + 7) // 8)
        for i in range(n):
            byte = ord(s[n - 1 - i]) if big else ord(s[i])
            digits[i >> 3] = digits[i >> 3] | (r_uint(byte) << ((i & 7) * 8))
        result = _normalized(digits, 1)
        if negative:
            return result.sub(ONERBIGINT.lshift(8 * n))
        return result

    @staticmethod
    def from_list_n_bits(list, nbits):
        """From digits of `nbits` bits, the least significant first; ValueError unless `nbits` is 1 to `SHIFT`."""
        if not 1 <= nbits <= SHIFT:
            raise ValueError('digits of so many bits')
        digits = _zeros((len(list) * nbits + DIGIT_BITS - 1) // DIGIT_BITS)
        at = 0
        for item in list:
            d = r_uint(item)
            whole, part = at >> 6, at & 63
            digits[whole] = digits[whole] | (d << part)
            if part + nbits > DIGIT_BITS:
                digits[whole + 1] = d >> (DIGIT_BITS - part)
            at += nbits
        return _normalized(digits, 1)

    @staticmethod
    @jit.elidable
    def add_int_int_bigint_result(a, b):
        return rbigint.fromint(a).int_add(b)

    @staticmethod
    @jit.elidable
    def sub_int_int_bigint_result(a, b):
        return rbigint.fromint(a).int_sub(b)

    @staticmethod
    @jit.elidable
    def mul_int_int_bigint_result(a, b):
        return rbigint.fromint(a).int_mul(b)

    @staticmethod
    @jit.elidable
    def lshift_int_int_bigint_result(a, count):
        return rbigint.fromint(a).lshift(count)

    # --- what they are

    def _set_sign(self, sign):
        """Only while nobody else has the number."""
        self.sign = sign if self.size else 0

    @property
    def _size(self):
        """The number of digits of `SHIFT` bits; negative for a negative number, 0 for zero."""
        return self.numdigits() * self.sign

    def get_sign(self):
        return self.sign

    def numdigits(self):
        """Number of digits of `SHIFT` bits, at least 1."""
        return (self.bit_length() + SHIFT - 1) // SHIFT if self.size > 0 else 1

    def udigit(self, i):
        """The digit of `SHIFT` bits at an index below `numdigits()`, without the sign."""
        at = i * SHIFT
        whole, part = at >> 6, at & 63
        if whole >= self.size:
            return NULLDIGIT
        d = self._digits[whole] >> part
        if part > 1 and whole + 1 < self.size:
            d |= self._digits[whole + 1] << (64 - part)
        return d & r_uint(MASK)

    def setdigit(self, i, digit):
        """Puts the digit of `SHIFT` bits there that an int is without its sign. Only while nobody else has the number."""
        d = r_uint(abs(digit)) & r_uint(MASK)
        at = i * SHIFT
        whole, part = at >> 6, at & 63
        assert whole < self.size
        self._digits[whole] = self._digits[whole] & ~(r_uint(MASK) << part) | d << part
        if part > 1 and whole + 1 < self.size:
            self._digits[whole + 1] = self._digits[whole + 1] & ~(r_uint(MASK) >> (64 - part)) | d >> (64 - part)

    def digit(self, i):
        """The same as an int."""
        return intmask(self.udigit(i))

    def tobool(self):
        return self.sign != 0

    @jit.elidable
    def bit_length(self):
        n = self.size
        if n == 0:
            return 0
        return (n - 1) * DIGIT_BITS + _bits_of_digit(self._digits[n - 1])

    @jit.elidable
    def bit_count(self):
        """Number of ones of the absolute value."""
        count = 0
        for i in range(self.size):
            count += bit_count_digit(self._digits[i])
        return count

    def is_odd(self):
        return self.sign != 0 and intmask(self._digits[0] & ONEDIGIT) != 0

    # --- conversions

    def fits_int(self):
        if self.size > 1:
            return False
        if self.size == 0:
            return True
        d = self._digits[0]
        if self.sign > 0:
            return d <= r_uint(maxint)
        return d <= r_uint(maxint) + ONEDIGIT

    def toint(self):
        """OverflowError if it does not fit."""
        if not self.fits_int():
            raise OverflowError('integer too large')
        return self._low_word()

    tolonglong = toint

    def _low_word(self):
        if self.size == 0:
            return 0
        d = self._digits[0]
        if self.sign < 0:
            d = NULLDIGIT - d
        return intmask(d)

    def touint(self):
        """ValueError if negative, OverflowError if it does not fit."""
        if self.sign < 0:
            raise ValueError('cannot convert negative integer to unsigned int')
        if self.size > 1:
            raise OverflowError('integer too large to convert to unsigned')
        if self.size == 0:
            return NULLDIGIT
        return self._digits[0]

    toulonglong = touint

    def uintmask(self):
        """The low word of the two's complement."""
        return r_uint(self._low_word())

    ulonglongmask = uintmask

    @not_rpython
    def tolong(self):
        n = 0
        for i in range(self.size - 1, -1, -1):
            n = (n << 64) | self._digits[i].value()
        return self.sign * n

    @jit.elidable
    def tofloat(self):
        """The nearest float; OverflowError if it is too large."""
        n = self.size
        if n == 0:
            return 0.0
        bits = self.bit_length()
        if bits > 1024:
            raise OverflowError('integer too large to convert to float')
        top, exact = _top_bits(self, bits)
        return _rounded_float(top, exact, bits - 64, self.sign)

    @jit.elidable
    def str(self, max_str_digits=0):
        """Decimal digits; MaxIntError if there are more than `max_str_digits` (0: no limit) and the number fits no int."""
        if self.size <= 1 and self.fits_int():
            return str(self._low_word())
        if max_str_digits > 0:
            return self.format(BASE10, max_str_digits=max_str_digits)
        return _decimal(self)

    @jit.elidable
    def repr(self):
        """Decimal digits and an L."""
        return self.str() + 'L'

    @jit.elidable
    def hex(self):
        return _power_of_two_text(self, 4, BASE16, '0x', 'L')

    @jit.elidable
    def oct(self):
        if self.sign == 0:
            return '0L'
        return _power_of_two_text(self, 3, BASE8, '0', 'L')

    @jit.elidable
    def format(self, digits, prefix='', suffix='', max_str_digits=0):
        """In the base of as many digits as are given; MaxIntError if it has more than `max_str_digits` (0: no limit), fits no int,
        and the base is no power of two."""
        if self.sign == 0:
            return prefix + '0' + suffix
        base = len(digits)
        bits = 0
        while 1 << bits < base:
            bits += 1
        if base == 1 << bits:
            return _power_of_two_text(self, bits, digits, prefix, suffix)
        # (A digit stands for less than `bits` bits: that many are too many before anything is computed.)
        limited = max_str_digits > 0 and not self.fits_int()
        if limited and self.bit_length() > max_str_digits * bits:
            raise MaxIntError("requested output too large")
        if base == 10 and digits == BASE10 and prefix == '' and suffix == '':
            text = self.str()
        else:
            text = _general_text(self, digits, prefix, suffix)
        if limited:
            others = len(prefix) + len(suffix) + (1 if self.sign < 0 else 0)
            if len(text) - others > max_str_digits:
                raise MaxIntError("requested output too large")
        return text

    @jit.elidable
    def tobytes(self, nbytes, byteorder, signed):
        """OverflowError if it does not fit."""
        if byteorder != 'big' and byteorder != 'little':
            raise InvalidEndiannessError()
        if self.sign < 0 and not signed:
            raise InvalidSignednessError()
        bits = self.bit_length()
        if signed:
            # two's complement: -2**(8n - 1) is the smallest
            if self.sign < 0 and not self._is_power_of_two():
                bits += 1
            elif self.sign >= 0:
                bits += 1
            if self.sign == 0:
                bits = 0
        if bits > 8 * nbytes:
            raise OverflowError('int too big to convert')
        number = self
        if self.sign < 0:
            number = self.add(ONERBIGINT.lshift(8 * nbytes))
        chars = ['\x00'] * nbytes
        for i in range(nbytes):
            k = i >> 3
            if k < number.size:
                byte = intmask((number._digits[k] >> ((i & 7) * 8)) & r_uint(255))
                assert byte >= 0
                if byteorder == 'big':
                    at = nbytes - 1 - i
                    assert at >= 0
                    chars[at] = chr(byte)
                else:
                    chars[i] = chr(byte)
        return ''.join(chars)

    def _is_power_of_two(self):
        n = self.size - 1
        for i in range(n):
            if self._digits[i]:
                return False
        d = self._digits[n]
        return not (d & (d - ONEDIGIT))

    @jit.elidable
    def hash(self):
        """The absolute value modulo 2 ** 64 - 1, with the sign: as CPython 2's of longs. Of ints it is the number itself."""
        if self.fits_int():
            return self._low_word()
        x = r_uint(0)
        for i in range(self.size):
            d = self._digits[i]
            x += d
            if x < d:
                x += 1
        return intmask(x) * self.sign

    # --- comparisons

    @jit.elidable
    def eq(self, other):
        if self.sign != other.sign or self.size != other.size:
            return False
        for i in range(self.size):
            if self._digits[i] != other._digits[i]:
                return False
        return True

    @jit.elidable
    def lt(self, other):
        if self.sign != other.sign:
            return self.sign < other.sign
        c = _compare(self, other)
        if self.sign < 0:
            return c > 0
        return c < 0

    def ne(self, other):
        return not self.eq(other)

    def le(self, other):
        return not other.lt(self)

    def gt(self, other):
        return other.lt(self)

    def ge(self, other):
        return not self.lt(other)

    def int_eq(self, i):
        return self.fits_int() and self._low_word() == i

    def int_ne(self, i):
        return not self.int_eq(i)

    def int_lt(self, i):
        if self.fits_int():
            return self._low_word() < i
        return self.sign < 0

    def int_le(self, i):
        if self.fits_int():
            return self._low_word() <= i
        return self.sign < 0

    def int_gt(self, i):
        return not self.int_le(i)

    def int_ge(self, i):
        return not self.int_lt(i)

    # --- arithmetic

    def _signed(self, sign):
        """With another sign."""
        if self.sign == sign or self.sign == 0:
            return self
        return rbigint(self._digits, sign, self.size)

    def neg(self):
        return rbigint(self._digits, -self.sign, self.size)

    def abs(self):
        if self.sign >= 0:
            return self
        return rbigint(self._digits, 1, self.size)

    def invert(self):
        return self.neg().int_sub(1)

    @jit.elidable
    def add(self, other):
        if self.sign == 0:
            return other
        if other.sign == 0:
            return self
        if self.size == 1 and other.size == 1 and self.fits_int() and other.fits_int():
            try:
                return rbigint.fromint(ovfcheck(self._low_word() + other._low_word()))
            except OverflowError:
                pass
        if self.sign == other.sign:
            return _add_magnitudes(self, other, self.sign)
        return _subtract_magnitudes(self, other, self.sign)

    @jit.elidable
    def sub(self, other):
        if other.sign == 0:
            return self
        if self.sign == 0:
            return other.neg()
        if self.sign == other.sign:
            return _subtract_magnitudes(self, other, self.sign)
        return _add_magnitudes(self, other, self.sign)

    def int_add(self, i):
        return self.add(rbigint.fromint(i))

    def int_sub(self, i):
        return self.sub(rbigint.fromint(i))

    @jit.elidable
    def mul(self, other):
        if self.sign == 0 or other.sign == 0:
            return NULLRBIGINT
        a, b = self, other
        if a.size > b.size:
            a, b = b, a
        sign = a.sign * b.sign
        if a.size == 1:
            if a._digits[0] == ONEDIGIT:
                return rbigint(b._digits, sign, b.size)
            result = _zeros(b.size + 1)
            result[b.size] = multiply_row(result, 0, b._digits, 0, b.size, a._digits[0])
            return _normalized(result, sign)
        if a is b:
            return _normalized(square(a._digits, 0, a.size), 1)
        # zeros at the end cost nothing
        za, zb = _zeros_at_end(a), _zeros_at_end(b)
        digits = product(a._digits, za, a.size - za, b._digits, zb, b.size - zb)
        return _normalized(_digits_above(digits, za + zb), sign)

    def int_mul(self, i):
        return self.mul(rbigint.fromint(i))

    @jit.elidable
    def floordiv(self, other):
        return self.divmod(other)[0]

    div = floordiv

    @jit.elidable
    def mod(self, other):
        if other.size == 1:
            d = other._digits[0]
            if other.sign > 0 and not d & (d - ONEDIGIT):
                return self._low_bits(d - ONEDIGIT)
            if self.size > 1:
                rest = remainder_by_digit(self._digits, self.size, d)
                if self.sign != other.sign and rest:
                    rest = d - rest
                return _normalized([rest], other.sign)
        return self.divmod(other)[1]

    def int_floordiv(self, i):
        return self.divmod(rbigint.fromint(i))[0]

    int_div = int_floordiv

    def int_mod(self, i):
        return self.divmod(rbigint.fromint(i))[1]

    def int_mod_int_result(self, i):
        return self.int_mod(i).toint()

    def int_divmod(self, i):
        return self.divmod(rbigint.fromint(i))

    @jit.elidable
    def divmod(self, other):
        """Quotient and remainder, rounded down as in Python."""
        if other.sign == 0:
            raise ZeroDivisionError('long division or modulo by zero')
        if other.size == 1 and other.sign > 0:
            d = other._digits[0]
            if not d & (d - ONEDIGIT):
                # a power of two
                bits = _bits_of_digit(d) - 1
                return self.rshift(bits), self._low_bits(d - ONEDIGIT)
        q, r = _divide(self, other)
        if r.sign != 0 and self.sign != other.sign:
            return q.int_sub(1), r.add(other)
        return q, r

    def _low_bits(self, mask):
        """`self & mask`, for a mask of one digit."""
        if self.size == 0:
            return self
        d = self._digits[0]
        if self.sign < 0:
            d = NULLDIGIT - d
        return _normalized([d & mask], 1)

    @jit.elidable
    def truediv(self, other):
        """The nearest float."""
        if other.sign == 0:
            raise ZeroDivisionError('long division or modulo by zero')
        if self.sign == 0:
            return -0.0 if other.sign < 0 else 0.0
        # A quotient of 64 or 65 bits, and whether it is exact, decide how to round.
        shift = 64 - (self.bit_length() - other.bit_length())
        a, b = self.abs(), other.abs()
        if shift > 0:
            a = a.lshift(shift)
        else:
            b = b.lshift(-shift)
        q, r = _divide(a, b)
        bits = q.bit_length()
        if bits - shift > 1025:
            raise OverflowError('integer division result too large for a float')
        top, exact = _top_bits(q, bits)
        return _rounded_float(top, exact and r.sign == 0, bits - 64 - shift, self.sign * other.sign)

    @jit.elidable
    def pow(self, other, modulus=None):
        """`self ** other`, or that modulo a number. For a negative exponent a ValueError, and with a modulus a TypeError."""
        if other.sign < 0:
            if modulus is not None:
                raise TypeError('pow() 2nd argument cannot be negative when 3rd argument specified')
            raise ValueError('negative exponent')
        negative_modulus = False
        if modulus is not None:
            if modulus.sign == 0:
                raise ValueError('pow() 3rd argument cannot be 0')
            if modulus.sign < 0:
                negative_modulus = True
                modulus = modulus.neg()
            if modulus.int_eq(1):
                return NULLRBIGINT
        if other.sign == 0:
            result = ONERBIGINT
        elif self.sign == 0:
            result = NULLRBIGINT
        elif modulus is None:
            result = _power(self, other)
        else:
            result = _power_modulo(self.mod(modulus), other, modulus)
        if negative_modulus and result.sign != 0:
            assert modulus is not None
            result = result.sub(modulus)
        return result

    def int_pow(self, i, modulus=None):
        return self.pow(rbigint.fromint(i), modulus)

    @jit.elidable
    def lshift(self, count):
        if count < 0:
            raise ValueError('negative shift count')
        if count == 0 or self.sign == 0:
            return self
        whole = count // DIGIT_BITS
        bits = count % DIGIT_BITS
        n = self.size
        digits = _zeros(n + whole + 1)
        if bits == 0:
            for i in range(n):
                digits[i + whole] = self._digits[i]
        else:
            carry = NULLDIGIT
            for i in range(n):
                d = self._digits[i]
                digits[i + whole] = (d << bits) | carry
                carry = d >> (DIGIT_BITS - bits)
            digits[n + whole] = carry
        return _normalized(digits, self.sign)

    def lqshift(self, count):
        return self.lshift(count)

    @jit.elidable
    def rshift(self, count, dont_invert=False):
        """Rounded down, or towards zero with `dont_invert`."""
        if count < 0:
            raise ValueError('negative shift count')
        if count == 0 or self.sign == 0:
            return self
        if self.sign < 0 and not dont_invert:
            return self.invert().rshift(count).invert()
        return _normalized(_shifted_right(self, count), self.sign)

    @jit.elidable
    def rqshift(self, count):
        """Towards zero."""
        return self.rshift(count, True)

    def abs_rshift_and_mask(self, bigshiftcount, mask):
        """`(abs(self) >> count) & mask`, as an int."""
        shifted = self.abs().rshift(intmask(bigshiftcount))
        if shifted.size == 0:
            return 0
        return intmask(shifted._digits[0]) & mask

    @jit.elidable
    def and_(self, other):
        return _bitwise(self, '&', other)

    @jit.elidable
    def or_(self, other):
        return _bitwise(self, '|', other)

    @jit.elidable
    def xor(self, other):
        return _bitwise(self, '^', other)

    def int_and_(self, i):
        return self.and_(rbigint.fromint(i))

    def int_or_(self, i):
        return self.or_(rbigint.fromint(i))

    def int_xor(self, i):
        return self.xor(rbigint.fromint(i))

    @jit.elidable
    def gcd(self, other):
        """The greatest common divisor, never negative."""
        a, b = self.abs(), other.abs()
        while b.size > 1:
            a, b = b, a.mod(b)
        if b.size == 0:
            return a
        x, y = b._digits[0], a.mod(b).uintmask()
        while y:
            x, y = y, x % y
        return rbigint([x], 1, 1)

    @jit.elidable
    def isqrt(self):
        """The square root, rounded down."""
        if self.sign < 0:
            raise ValueError('isqrt() argument must be nonnegative')
        if self.sign == 0:
            return self
        x = ONERBIGINT.lshift((self.bit_length() + 1) // 2)
        while True:
            y = x.add(self.floordiv(x)).rshift(1)
            if not y.lt(x):
                return x
            x = y

    sqrt = isqrt

    @jit.elidable
    def log(self, base):
        """The logarithm, natural if the base is 0. Those to 10 and 2 are exact of powers that fit a float."""
        if self.sign <= 0:
            raise ValueError('math domain error')
        x, e = self._scaled()
        if base == 10.0:
            return math.log10(x) + e * math.log10(2.0) if e else math.log10(x)
        if base == 2.0:
            from rpython.rlib.rfloat import log2
            return log2(x) + e
        result = math.log(x) + e * math.log(2.0) if e else math.log(x)
        if base == 0.0:
            return result
        return result / math.log(base)

    def _scaled(self):
        """`(x, e)` with the number == x * 2 ** e, nearly; e is 0 if the number is not too large for a float."""
        bits = self.bit_length()
        if bits <= 1000:
            return self.tofloat(), 0
        drop = bits - 100
        return self.rshift(drop).tofloat(), drop

    # --- untranslated conveniences

    def __repr__(self):
        return '<rbigint size=%d, sign=%d, %s>' % (self.size, self.sign, self.str())


@specialize.argtype(0)
def _from_machine_int(i):
    if i < 0:
        return rbigint.fromint(intmask(i))
    u = r_uint(i)
    if not u:
        return NULLRBIGINT
    return rbigint([u], 1, 1)


NULLRBIGINT = rbigint([NULLDIGIT], 0, 0)
ONERBIGINT = rbigint([ONEDIGIT], 1, 1)
ONENEGATIVERBIGINT = rbigint([ONEDIGIT], -1, 1)


# --- magnitudes

def _normalized(digits, sign):
    """The number of these digits, of which the upper ones may be zero."""
    n = len(digits)
    while n > 0 and not digits[n - 1]:
        n -= 1
    if n == 0:
        return NULLRBIGINT
    return rbigint(digits, sign, n)


def _compare(a, b):
    """-1, 0 or 1 by magnitude."""
    if a.size != b.size:
        return -1 if a.size < b.size else 1
    i = a.size - 1
    while i >= 0:
        x, y = a._digits[i], b._digits[i]
        if x != y:
            return -1 if x < y else 1
        i -= 1
    return 0


def _add_magnitudes(a, b, sign):
    if a.size < b.size:
        a, b = b, a
    na, nb = a.size, b.size
    x, y = a._digits, b._digits
    result = _zeros(na + 1)
    carry = NULLDIGIT
    i = 0
    while i < nb:
        d = x[i] + y[i]
        c = r_uint(d < x[i])
        d += carry
        carry = c | r_uint(d < carry)
        result[i] = d
        i += 1
    while i < na:
        d = x[i] + carry
        carry = r_uint(d < carry)
        result[i] = d
        i += 1
    result[na] = carry
    return _normalized(result, sign)


def _subtract_magnitudes(a, b, sign):
    c = _compare(a, b)
    if c == 0:
        return NULLRBIGINT
    if c < 0:
        a, b = b, a
        sign = -sign
    na, nb = a.size, b.size
    x, y = a._digits, b._digits
    result = _zeros(na)
    borrow = NULLDIGIT
    i = 0
    while i < nb:
        u, v = x[i], y[i]
        d = u - v
        result[i] = d - borrow
        borrow = r_uint(u < v) | r_uint(d < borrow)
        i += 1
    while i < na:
        u = x[i]
        result[i] = u - borrow
        borrow = r_uint(u < borrow)
        i += 1
    return _normalized(result, sign)


def _zeros_at_end(a):
    n = 0
    while not a._digits[n]:
        n += 1
    return n


def _digits_above(digits, count):
    """The digits with zeros below them."""
    if count == 0:
        return digits
    result = _zeros(count + len(digits))
    for i in range(len(digits)):
        result[count + i] = digits[i]
    return result


def _shifted_right(a, count):
    """Digits of the magnitude shifted."""
    whole = count // DIGIT_BITS
    bits = count % DIGIT_BITS
    n = a.size - whole
    if n <= 0:
        return _zeros(1)
    digits = _zeros(n)
    if bits == 0:
        for i in range(n):
            digits[i] = a._digits[i + whole]
        return digits
    up = DIGIT_BITS - bits
    for i in range(n - 1):
        digits[i] = (a._digits[i + whole] >> bits) | (a._digits[i + whole + 1] << up)
    digits[n - 1] = a._digits[n - 1 + whole] >> bits
    return digits


# --- division, by halves of digits

def _divide(a, b):
    """Quotient rounded towards zero, and remainder with the sign of `a`."""
    sign = a.sign * b.sign
    if _compare(a, b) < 0:
        return NULLRBIGINT, a
    if a.size == 1:
        x, y = a._digits[0], b._digits[0]
        q = x // y
        return _normalized([q], sign), _normalized([x - q * y], a.sign)
    u = _copy(a, a.size + 1)
    if b.size == 1:
        rest = divide_by_digit(u, a.size, b._digits[0])
        return _normalized(u, sign), _normalized([rest], a.sign)
    if b.size >= DIVISION_CUTOFF and a.size - b.size >= DIVISION_CUTOFF:
        q, r = _divide_in_blocks(a.abs(), b.abs())
        return q._signed(sign), r._signed(a.sign)
    q = divide_long(u, a.size, _copy(b, b.size), b.size)
    return _normalized(q, sign), _normalized(u, a.sign)


def _divide_in_blocks(a, b):
    """Quotient and remainder of positive numbers, by products of half the divisor's length.

    A number of two blocks, each as long as the divisor, is divided in two steps, of which each divides by the divisor's upper half
    and then corrects by the product of that quotient with the lower half."""
    n, steps = b.size, 0
    while n > DIVISION_CUTOFF:
        n = (n + 1) // 2
        steps += 1
    n = n << steps
    shift = n * DIGIT_BITS - b.bit_length()
    a = a.lshift(shift)
    b = b.lshift(shift)
    quotient = _zeros(a.size)
    rest = NULLRBIGINT
    block = (a.size - 1) // n
    while block >= 0:
        q, rest = _divide_two_blocks(_joined(rest, n, _part(a, block * n, n)), b, n)
        _put(quotient, block * n, q)
        block -= 1
    return _normalized(quotient, 1), rest.rshift(shift)


def _divide_two_blocks(a, b, n):
    """b has n digits, and its top bit is set; the quotient has n digits."""
    if _compare(a, b) < 0:
        return NULLRBIGINT, a
    if n <= DIVISION_CUTOFF or n & 1:
        return _divide_by_rows(a, b)
    half = n // 2
    high, rest = _divide_three_halves(_part(a, half, 3 * half), b, half)
    low, rest = _divide_three_halves(_joined(rest, half, _part(a, 0, half)), b, half)
    return _joined(high, half, low), rest


def _divide_three_halves(a, b, half):
    """b has two halves, the quotient one."""
    upper = _part(b, half, half)
    above = _part(a, half, 2 * half)
    if _compare(_part(above, half, half), upper) >= 0:
        q = ONERBIGINT.lshift(half * DIGIT_BITS).int_sub(1)
        rest = above.sub(q.mul(upper))
    else:
        q, rest = _divide_two_blocks(above, upper, half)
    rest = _joined(rest, half, _part(a, 0, half)).sub(q.mul(_part(b, 0, half)))
    while rest.sign < 0:
        q = q.int_sub(1)
        rest = rest.add(b)
    return q, rest


def _divide_by_rows(a, b):
    u = _copy(a, a.size + 1)
    if b.size == 1:
        rest = divide_by_digit(u, a.size, b._digits[0])
        return _normalized(u, 1), _normalized([rest], 1)
    q = divide_long(u, a.size, _copy(b, b.size), b.size)
    return _normalized(q, 1), _normalized(u, 1)


def _part(a, start, n):
    """The number of n digits of a from one on."""
    n = min(n, a.size - start)
    if n <= 0:
        return NULLRBIGINT
    digits = _zeros(n)
    for i in range(n):
        digits[i] = a._digits[start + i]
    return _normalized(digits, 1)


def _put(digits, at, a):
    for i in range(a.size):
        digits[at + i] = a._digits[i]


def _joined(high, n, low):
    """`high` above n digits of which `low` is the number."""
    if high.size == 0:
        return low
    digits = _zeros(n + high.size)
    _put(digits, 0, low)
    _put(digits, n, high)
    return _normalized(digits, 1)


def _copy(a, n):
    """The digits, in a list of n."""
    result = _zeros(n)
    for i in range(a.size):
        result[i] = a._digits[i]
    return result


@jit.elidable
def _divrem(a, b):
    """Quotient rounded towards zero, and remainder with the sign of `a`; programs import it."""
    if b.sign == 0:
        raise ZeroDivisionError('long division or modulo by zero')
    return _divide(a, b)


@jit.elidable
def _divrem1(a, n):
    """Quotient and remainder of the absolute value and an int above 0."""
    q, rest = _divide(a.abs(), rbigint.fromint(n))
    return q, rest._low_word()


# --- digits, for programs that look at them

STORE_TYPE = lltype.Signed
UNSIGNED_TYPE = lltype.Unsigned


def _store_digit(x):
    return intmask(x)


def _load_unsigned_digit(x):
    return r_uint(x)


def bits_in_digit(d):
    """Number of bits of a digit up to its highest one."""
    return _bits_of_digit(r_uint(d))


@jit.elidable
def bit_length_int(i):
    """Number of bits of an int's absolute value up to the highest one."""
    u = r_uint(i)
    return _bits_of_digit(NULLDIGIT - u if i < 0 else u)


def bit_count_digit(d):
    """Number of ones of a digit."""
    u, count = r_uint(d), 0
    while u:
        u = u & (u - ONEDIGIT)
        count += 1
    return count


# --- powers

def _power(a, exponent):
    if a.size == 1:
        d = a._digits[0]
        negative = a.sign < 0 and exponent.is_odd()
        if d == ONEDIGIT:
            return ONENEGATIVERBIGINT if negative else ONERBIGINT
        if not d & (d - ONEDIGIT):
            # a power of two
            count = (_bits_of_digit(d) - 1) * exponent.toint()
            result = ONERBIGINT.lshift(count)
            return result.neg() if negative else result
    result = a
    i = exponent.bit_length() - 2
    while i >= 0:
        result = result.mul(result)
        if _bit(exponent, i):
            result = result.mul(a)
        i -= 1
    return result


def _bit(a, i):
    assert i >= 0
    return intmask((a._digits[i // DIGIT_BITS] >> (i % DIGIT_BITS)) & ONEDIGIT) != 0


WINDOW = 4


def _power_modulo_half(a, exponent, modulus):
    """The same for a modulus of half a digit."""
    m = modulus._digits[0]
    base = NULLDIGIT
    if a.size:
        base = a._digits[0]
    result = ONEDIGIT % m
    i = exponent.bit_length() - 1
    while i >= 0:
        result = result * result % m
        if _bit(exponent, i):
            result = result * base % m
        i -= 1
    return _normalized([result], 1)


def _power_modulo(a, exponent, modulus):
    """Left to right, by windows of the exponent's bits when it is long."""
    if modulus.size == 1 and not modulus._digits[0] >> HALF_SHIFT:
        return _power_modulo_half(a, exponent, modulus)
    bits = exponent.bit_length()
    if bits <= 32:
        result = a
        i = bits - 2
        while i >= 0:
            result = result.mul(result).mod(modulus)
            if _bit(exponent, i):
                result = result.mul(a).mod(modulus)
            i -= 1
        return result.mod(modulus)
    table = [ONERBIGINT]
    for i in range((1 << WINDOW) - 1):
        table.append(table[i].mul(a).mod(modulus))
    result = ONERBIGINT
    i = (bits + WINDOW - 1) // WINDOW * WINDOW - 1
    while i >= 0:
        window = 0
        for k in range(WINDOW):
            result = result.mul(result).mod(modulus)
            at = i - k
            window = window * 2
            if at < bits and _bit(exponent, at):
                window += 1
        if window:
            result = result.mul(table[window]).mod(modulus)
        i -= WINDOW
    return result


# --- bits

def _two_complement(a, n):
    """n digits of the two's complement."""
    digits = _zeros(n)
    if a.sign >= 0:
        for i in range(a.size):
            digits[i] = a._digits[i]
        return digits
    carry = ONEDIGIT
    for i in range(n):
        d = NULLDIGIT
        if i < a.size:
            d = a._digits[i]
        d = (d ^ DIGIT_MASK) + carry
        carry = r_uint(d < carry)
        digits[i] = d
    return digits


def _bitwise(a, op, b):
    n = max(a.size, b.size) + 1
    x = _two_complement(a, n)
    y = _two_complement(b, n)
    for i in range(n):
        if op == '&':
            x[i] = x[i] & y[i]
        elif op == '|':
            x[i] = x[i] | y[i]
        else:
            x[i] = x[i] ^ y[i]
    if not x[n - 1] >> (DIGIT_BITS - 1):
        return _normalized(x, 1)
    carry = ONEDIGIT
    for i in range(n):
        d = (x[i] ^ DIGIT_MASK) + carry
        carry = r_uint(d < carry)
        x[i] = d
    return _normalized(x, -1)


# --- floats

def _top_bits(a, bits):
    """The upper 64 bits of the magnitude (its highest bit set), and whether the others are zero."""
    drop = bits - 64
    if drop <= 0:
        return a._digits[0] << (-drop), True
    whole = drop // DIGIT_BITS
    part = drop % DIGIT_BITS
    exact = True
    for i in range(whole):
        if a._digits[i]:
            exact = False
    top = a._digits[whole]
    if part:
        if top << (DIGIT_BITS - part):
            exact = False
        top = (top >> part) | (a._digits[whole + 1] << (DIGIT_BITS - part))
    return top, exact


def _rounded_float(top, exact, exponent, sign):
    """`top * 2 ** exponent`, rounded to the nearest float and halves to even; `exact`: nothing is below `top`."""
    drop = 11
    if exponent + drop < -1074:
        drop = -1074 - exponent  # fewer bits near zero
    if drop > 64:
        return 0.0 if sign > 0 else -0.0
    if drop == 64:
        kept = NULLDIGIT
        rest = top
    else:
        kept = top >> drop
        rest = top << (64 - drop)
    half = ONEDIGIT << 63
    if rest > half or (rest == half and (not exact or kept & ONEDIGIT)):
        kept += ONEDIGIT
    result = math.ldexp(float(intmask(kept)), exponent + drop)
    return result if sign > 0 else -result


# --- text

# ten to the 19th: the largest power in a digit, and its top bit is set
TEN_19 = r_uint(10000000000000000000)
TEN_19_RECIPROCAL = reciprocal(TEN_19)


def _append_padded(builder, n, width):
    text = str(n)
    builder.append_multiple_char('0', width - len(text))
    builder.append(text)


def _decimal(a):
    builder = StringBuilder(20 * a.size + 1)
    if a.sign < 0:
        builder.append('-')
    a = a.abs()
    # powers[i] is ten to the width << i, the last one about as long as half the number
    powers = []
    width = 19 * (TEXT_CUTOFF // 2)
    if a.size > TEXT_CUTOFF:
        power = rbigint.fromint(10).int_pow(width)
        powers.append(power)
        while 2 * power.size <= a.size:
            power = power.mul(power)
            powers.append(power)
    _append_decimal(builder, a, powers, len(powers) - 1, width, 0)
    return builder.build()


def _append_decimal(builder, a, powers, i, width, digits):
    """Appends a text of so many digits at least, by halves: a is less than the square of powers[i]."""
    if i < 0 or a.size <= TEXT_CUTOFF // 4:
        _append_short_decimal(builder, a, digits)
        return
    power = powers[i]
    if digits == 0 and _compare(a, power) < 0:
        _append_decimal(builder, a, powers, i - 1, width, 0)
        return
    low = width << i
    q, r = _divide(a, power)
    _append_decimal(builder, q, powers, i - 1, width, max(digits - low, 0))
    _append_decimal(builder, r, powers, i - 1, width, low)


def _append_short_decimal(builder, a, width):
    """Digit by digit, with zeros in front up to a width."""
    digits = _copy(a, a.size)
    n = a.size
    pieces = []
    while n > 0:
        pieces.append(divide_normalised(digits, n, TEN_19, TEN_19_RECIPROCAL))
        if not digits[n - 1]:
            n -= 1
    while len(pieces) > 1 and not pieces[len(pieces) - 1]:
        pieces.pop()
    i = len(pieces) - 1
    if i < 0:
        builder.append_multiple_char('0', width)
        return
    upper, lower = _halves_of_19(pieces[i])
    first = str(lower)
    if upper > 0:
        first = str(upper) + first.rjust(9, '0')
    builder.append_multiple_char('0', width - len(first) - 19 * i)
    builder.append(first)
    while i > 0:
        i -= 1
        upper, lower = _halves_of_19(pieces[i])
        _append_padded(builder, upper, 10)
        _append_padded(builder, lower, 9)


def _halves_of_19(piece):
    """Ten decimal digits and the nine below them."""
    return intmask(piece // r_uint(1000000000)), intmask(piece % r_uint(1000000000))


def _reversed_text(chars, negative, prefix, suffix):
    builder = StringBuilder(len(chars) + len(prefix) + len(suffix) + 1)
    if negative:
        builder.append('-')
    builder.append(prefix)
    i = len(chars) - 1
    while i >= 0:
        builder.append(chars[i])
        i -= 1
    builder.append(suffix)
    return builder.build()


def _power_of_two_text(a, bits, digits, prefix, suffix):
    chars = []
    length = a.bit_length()
    at = 0
    while at < length:
        value = 0
        k = 0
        while k < bits:
            if at + k < length and _bit(a, at + k):
                value |= 1 << k
            k += 1
        chars.append(digits[value])
        at += bits
    if not chars:
        chars.append(digits[0])
    return _reversed_text(chars, a.sign < 0, prefix, suffix)


def _general_text(a, digits, prefix, suffix):
    base = len(digits)
    chunk, power = 1, base
    while power <= maxint // base:
        power *= base
        chunk += 1
    rests = _copy(a, a.size)
    n = a.size
    chars = []
    divisor = r_uint(power)
    while n > 0:
        rest = intmask(divide_by_digit(rests, n, divisor))
        while n > 0 and not rests[n - 1]:
            n -= 1
        for i in range(chunk):
            chars.append(digits[rest % base])
            rest = rest // base
    while len(chars) > 1 and chars[len(chars) - 1] == digits[0]:
        chars.pop()
    if not chars:
        chars.append(digits[0])
    return _reversed_text(chars, a.sign < 0, prefix, suffix)


def _from_parser(parser):
    """Long texts in chunks, of which two neighbours are joined until one is left."""
    base = parser.base
    chunks = []
    while parser.end - parser.i > TEXT_CHUNK:
        chunk, count = _next_digits(parser, TEXT_CHUNK)
        if count < TEXT_CHUNK:
            break
        chunks.append(chunk)
    else:
        chunk, count = _next_digits(parser, TEXT_CHUNK)
    if not chunks:
        return chunk._signed(parser.sign)
    number = _joined_chunks(chunks, rbigint.fromint(base).int_pow(TEXT_CHUNK))
    number = number.mul(rbigint.fromint(base).int_pow(count)).add(chunk)
    return number._signed(parser.sign)


def _joined_chunks(chunks, power):
    """The number of chunks, the most significant first; `power` is what one stands above the next."""
    while True:
        joined = []
        i = len(chunks) & 1
        if i:
            joined.append(chunks[0])
        while i < len(chunks):
            joined.append(chunks[i].mul(power).add(chunks[i + 1]))
            i += 2
        if len(joined) == 1:
            return joined[0]
        chunks = joined
        power = power.mul(power)


def _next_digits(parser, limit):
    """The number that at most so many digits make, and how many there were. Digits are taken in groups that fit half a digit of the
    number, and added to it in place."""
    base = parser.base
    bits = 1
    while 1 << bits < base:
        bits += 1
    digits = _zeros(min(limit, parser.end - parser.i) * bits // DIGIT_BITS + 2)
    size = 0
    count = 0
    power = 1
    group = 0
    while True:
        d = -1
        if count < limit:
            d = parser.next_digit()
        if d >= 0:
            count += 1
            group = group * base + d
            power = power * base
        if power > 1 and (d < 0 or power * base > 0x7fffffff):
            carry = r_uint(group)
            factor = r_uint(power)
            i = 0
            while i < size:
                low = digits[i] * factor
                high = uint_mul_high(digits[i], factor)
                low += carry
                high += r_uint(low < carry)
                digits[i] = low
                carry = high
                i += 1
            if carry:
                digits[size] = carry
                size += 1
            power = 1
            group = 0
        if d < 0:
            break
    return _normalized(digits, 1), count


def parse_digit_string(parser):
    """The number that a `NumberStringParser` stands before."""
    return _from_parser(parser)


def gcd_binary(a, b):
    """The greatest common divisor of two ints."""
    a, b = abs(a), abs(b)
    while b:
        a, b = b, a % b
    return a


def gcd_lehmer(a, b):
    return a.gcd(b)


def _AsScaledDouble(v):
    """`(x, e)` with v == x * 2.0 ** (e * SHIFT), nearly; x is no larger than a few digits."""
    exponent = max(v.bit_length() // SHIFT - 2, 0)
    if exponent == 0:
        return v.tofloat(), 0
    x = v.abs().rshift(exponent * SHIFT).tofloat()
    return (-x if v.sign < 0 else x), exponent
