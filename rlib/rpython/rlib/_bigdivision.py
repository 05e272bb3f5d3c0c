"""Division of runs of digits (see `rbigint`): by one digit with its reciprocal instead of the machine's division, and the long division."""

from rpython.rlib.objectmodel import always_inline
from rpython.rlib.rarithmetic import r_uint, intmask, uint_mul_high

DIGIT_BITS = 64
DIGIT_MASK = r_uint(0xffffffffffffffff)
HALF_SHIFT = 32
HALF_MASK = r_uint(0xffffffff)
NULLDIGIT = r_uint(0)
ONEDIGIT = r_uint(1)


def bits_of_digit(d):
    bits = 0
    if d >> 32:
        bits = 32
        d = d >> 32
    small = intmask(d)
    while small >= 256:
        small >>= 8
        bits += 8
    while small > 0:
        small >>= 1
        bits += 1
    return bits


def _half_quotient(number, below, high, low):
    """What `number` and half a digit below it have in a divisor of two halves, whose top bit is set."""
    q = number // high
    rest = number - q * high
    while q > HALF_MASK or q * low > ((rest << HALF_SHIFT) | below):
        q -= ONEDIGIT
        rest += high
        if rest > HALF_MASK:
            break
    return q


def reciprocal(d):
    """What (2**128 - 1) // d has above 2**64. The top bit of d must be set."""
    high, low = d >> HALF_SHIFT, d & HALF_MASK
    number = DIGIT_MASK - d
    q1 = _half_quotient(number, HALF_MASK, high, low)
    number = ((number << HALF_SHIFT) | HALF_MASK) - q1 * d
    q0 = _half_quotient(number, HALF_MASK, high, low)
    return (q1 << HALF_SHIFT) + q0


@always_inline
def _step(above, below, d, inverse):
    """Quotient and rest of a number of two digits, the upper less than d; inverse is the reciprocal of d."""
    low = inverse * above
    q = uint_mul_high(inverse, above)
    low += below
    q += above + r_uint(low < below) + ONEDIGIT
    rest = below - q * d
    if rest > low:
        q -= ONEDIGIT
        rest += d
    if rest >= d:
        q += ONEDIGIT
        rest -= d
    return q, rest


def divide_normalised(digits, n, d, inverse):
    """Divides n digits in place by one whose top bit is set; the remainder."""
    rest = NULLDIGIT
    i = n - 1
    while i >= 0:
        digits[i], rest = _step(rest, digits[i], d, inverse)
        i -= 1
    return rest


def divide_by_digit(digits, n, divisor):
    """Divides n digits in place; the remainder."""
    shift = DIGIT_BITS - bits_of_digit(divisor)
    if shift == 0:
        return divide_normalised(digits, n, divisor, reciprocal(divisor))
    back = DIGIT_BITS - shift
    d = divisor << shift
    inverse = reciprocal(d)
    upper = digits[n - 1]
    rest = upper >> back
    i = n - 1
    while i > 0:
        lower = digits[i - 1]
        digits[i], rest = _step(rest, (upper << shift) | (lower >> back), d, inverse)
        upper = lower
        i -= 1
    digits[0], rest = _step(rest, upper << shift, d, inverse)
    return rest >> shift


def remainder_by_digit(digits, n, divisor):
    """The remainder of n digits, which stay."""
    shift = DIGIT_BITS - bits_of_digit(divisor)
    d = divisor << shift
    inverse = reciprocal(d)
    rest = NULLDIGIT
    i = n - 1
    if shift == 0:
        while i >= 0:
            q, rest = _step(rest, digits[i], d, inverse)
            i -= 1
        return rest
    back = DIGIT_BITS - shift
    upper = digits[i]
    rest = upper >> back
    while i > 0:
        lower = digits[i - 1]
        q, rest = _step(rest, (upper << shift) | (lower >> back), d, inverse)
        upper = lower
        i -= 1
    q, rest = _step(rest, upper << shift, d, inverse)
    return rest >> shift


def _shift_left(digits, n, shift):
    back = DIGIT_BITS - shift
    i = n - 1
    while i > 0:
        digits[i] = (digits[i] << shift) | (digits[i - 1] >> back)
        i -= 1
    digits[0] = digits[0] << shift


def divide_long(u, m, v, n):
    """The quotient's m - n + 1 digits. u has m digits and a zero above them, and holds the remainder afterwards; v has n >= 2, and is
    changed."""
    shift = DIGIT_BITS - bits_of_digit(v[n - 1])
    if shift > 0:
        _shift_left(v, n, shift)
        _shift_left(u, m + 1, shift)
    top, second = v[n - 1], v[n - 2]
    inverse = reciprocal(top)
    quotient = [NULLDIGIT] * (m - n + 1)
    j = m - n
    while j >= 0:
        digit = _quotient_digit(u[j + n], u[j + n - 1], u[j + n - 2], top, second, inverse)
        if digit and _multiply_and_subtract(u, j, v, n, digit):
            digit -= ONEDIGIT
            _add_back(u, j, v, n)
        quotient[j] = digit
        j -= 1
    if shift > 0:
        back = DIGIT_BITS - shift
        for i in range(n):
            u[i] = (u[i] >> shift) | (u[i + 1] << back)
    return quotient


def _quotient_digit(above, middle, below, top, second, inverse):
    """The digit, or one more than it: three digits by the divisor's two upper ones."""
    if above >= top:
        digit = DIGIT_MASK
        rest = middle + top
        if rest < top:
            return digit
    else:
        digit, rest = _step(above, middle, top, inverse)
    while True:
        high = uint_mul_high(digit, second)
        if high < rest or (high == rest and digit * second <= below):
            return digit
        digit -= ONEDIGIT
        rest += top
        if rest < top:
            return digit


def _multiply_and_subtract(u, at, v, n, digit):
    """Takes `digit` times v off; tells whether that was too much."""
    borrow = NULLDIGIT
    i = 0
    while i < n:
        d = v[i]
        low = d * digit
        high = uint_mul_high(d, digit)
        low += borrow
        high += r_uint(low < borrow)
        old = u[at]
        u[at] = old - low
        borrow = high + r_uint(old < low)
        at += 1
        i += 1
    old = u[at]
    u[at] = old - borrow
    return old < borrow


def _add_back(u, at, v, n):
    carry = NULLDIGIT
    for i in range(n):
        d = v[i]
        total = u[at + i] + d
        over = r_uint(total < d)
        total += carry
        u[at + i] = total
        carry = over + r_uint(total < carry)
    u[at + n] += carry
