"""Products of runs of digits (see `rbigint`): row by row, by Karatsuba's three products of halves, and for long ones by a
number-theoretic transform.

The transform computes modulo the prime 2**64 - 2**32 + 1, in which 2**64 is 2**32 - 1 and 2**96 is -1, so a product of two words is
reduced by shifts and additions; it has roots of unity of all orders up to 2**32. Values are always below the prime.
"""

from rpython.rlib.objectmodel import always_inline
from rpython.rlib.rarithmetic import r_uint, intmask, uint_mul_high

DIGIT_BITS = 64
NULLDIGIT = r_uint(0)
ONEDIGIT = r_uint(1)
KARATSUBA_CUTOFF = 36       # digits of the smaller factor
SQUARE_CUTOFF = 56          # the same for squares
TRANSFORM_CUTOFF = 2000
SPARSE_LIMIT = 100          # digits that are not zero, of a factor that would be transformed
PRIME = r_uint(0xffffffff00000001)
EPSILON = r_uint(0xffffffff)        # 2**64 modulo the prime
HALF_MASK = r_uint(0xffffffff)
ROOT_2_32 = r_uint(1753635133440165772)     # of order 2**32
BLOCK = 1 << 12             # values that the first cache holds


def zeros(n):
    return [NULLDIGIT] * n


@always_inline
def multiply_row(result, at, digits, start, n, factor):
    """Adds `factor` times n digits to the result from a position on; gives the carry."""
    carry = NULLDIGIT
    i = start
    end = start + n
    while i < end:
        d = digits[i]
        low = d * factor
        high = uint_mul_high(d, factor)
        low += carry
        high += r_uint(low < carry)
        old = result[at]
        low += old
        high += r_uint(low < old)
        result[at] = low
        carry = high
        at += 1
        i += 1
    return carry


def product(a, a0, na, b, b0, nb):
    """The na + nb digits of the product of two runs of digits."""
    if na > nb:
        a, a0, na, b, b0, nb = b, b0, nb, a, a0, na
    if na >= KARATSUBA_CUTOFF:
        if 2 * na <= nb:
            return _lopsided_product(a, a0, na, b, b0, nb)
        if na < TRANSFORM_CUTOFF:
            return _karatsuba(a, a0, na, b, b0, nb)
        if not _is_sparse(a, a0, na):
            if not _is_sparse(b, b0, nb):
                return _transformed_product(a, a0, na, b, b0, nb)
            a, a0, na, b, b0, nb = b, b0, nb, a, a0, na
    result = zeros(na + nb)
    for i in range(na):
        factor = a[a0 + i]
        if factor:
            result[i + nb] = multiply_row(result, i, b, b0, nb, factor)
    return result


def square(a, a0, n):
    """The 2n digits of the square of a run of digits."""
    if n >= TRANSFORM_CUTOFF:
        if _is_sparse(a, a0, n):
            return product(a, a0, n, a, a0, n)
        return _transformed_product(a, a0, n, a, a0, n)
    if n >= SQUARE_CUTOFF:
        return _karatsuba_square(a, a0, n)
    result = zeros(2 * n)
    # products of different digits once, then doubled
    for i in range(n - 1):
        factor = a[a0 + i]
        if factor:
            result[i + n] = multiply_row(result, 2 * i + 1, a, a0 + i + 1, n - 1 - i, factor)
    above = NULLDIGIT
    carry = NULLDIGIT
    for i in range(n):
        d = a[a0 + i]
        low = d * d
        high = uint_mul_high(d, d)
        old = result[2 * i]
        doubled = (old << 1) | above
        above = old >> 63
        low += carry
        carry = r_uint(low < carry)
        low += doubled
        carry += r_uint(low < doubled)
        result[2 * i] = low
        old = result[2 * i + 1]
        doubled = (old << 1) | above
        above = old >> 63
        high += carry
        carry = r_uint(high < carry)
        high += doubled
        carry += r_uint(high < doubled)
        result[2 * i + 1] = high
    return result


def _is_sparse(a, a0, n):
    """Are so few digits not zero that their rows are sooner added up than transforms made?"""
    count = 0
    for i in range(a0, a0 + n):
        if a[i]:
            count += 1
            if count > SPARSE_LIMIT:
                return False
    return True


def _lopsided_product(a, a0, na, b, b0, nb):
    """One factor is much longer: piece by piece."""
    result = zeros(na + nb)
    done = 0
    while done < nb:
        n = min(na, nb - done)
        part = product(a, a0, na, b, b0 + done, n)
        _add_into(result, done, part)
        done += n
    return result


def _karatsuba(a, a0, na, b, b0, nb):
    """Three products of half the length instead of four."""
    half = nb // 2
    low = product(a, a0, half, b, b0, half)
    high = product(a, a0 + half, na - half, b, b0 + half, nb - half)
    sa = _sum_of_halves(a, a0, na, half)
    sb = _sum_of_halves(b, b0, nb, half)
    mixed = product(sa, 0, len(sa), sb, 0, len(sb))
    return _joined(low, high, mixed, half, na + nb)


def _karatsuba_square(a, a0, n):
    half = n // 2
    low = square(a, a0, half)
    high = square(a, a0 + half, n - half)
    s = _sum_of_halves(a, a0, n, half)
    return _joined(low, high, square(s, 0, len(s)), half, 2 * n)


def _joined(low, high, mixed, half, n):
    _subtract_from(mixed, low)
    _subtract_from(mixed, high)
    result = zeros(n)
    for i in range(len(low)):
        result[i] = low[i]
    at = 2 * half
    for i in range(len(high)):
        result[at + i] = high[i]
    _add_into(result, half, mixed)
    return result


def _sum_of_halves(a, a0, na, half):
    """Lower half plus upper half, of which the longer one is the upper."""
    upper = na - half
    shorter = min(half, upper)
    longer = max(half, upper)
    tail = a0 if half > upper else a0 + half
    result = zeros(longer + 1)
    carry = NULLDIGIT
    i = 0
    while i < shorter:
        x = a[a0 + i]
        d = x + a[a0 + half + i]
        over = r_uint(d < x)
        d += carry
        result[i] = d
        carry = over | r_uint(d < carry)
        i += 1
    while i < longer:
        d = a[tail + i] + carry
        result[i] = d
        carry = r_uint(d < carry)
        i += 1
    result[longer] = carry
    return result


def _add_into(result, at, digits):
    """Adds digits from a position on; what overflows the result is zero."""
    carry = NULLDIGIT
    size = len(result)
    n = min(len(digits), size - at)
    i = 0
    while i < n:
        d = digits[i] + carry
        carry = r_uint(d < carry)
        old = result[at]
        d += old
        carry += r_uint(d < old)
        result[at] = d
        at += 1
        i += 1
    while carry and at < size:
        d = result[at] + carry
        carry = r_uint(d < carry)
        result[at] = d
        at += 1


def _subtract_from(result, digits):
    borrow = NULLDIGIT
    size = len(result)
    n = min(len(digits), size)
    i = 0
    while i < n:
        u, v = result[i], digits[i]
        d = u - v
        result[i] = d - borrow
        borrow = r_uint(u < v) | r_uint(d < borrow)
        i += 1
    while borrow and i < size:
        u = result[i]
        result[i] = u - borrow
        borrow = r_uint(u < borrow)
        i += 1


# --- the transform

@always_inline
def _times(x, y):
    """The product modulo the prime."""
    low = x * y
    high = uint_mul_high(x, y)
    top = high >> 32
    d = low - top
    d -= EPSILON & (NULLDIGIT - r_uint(low < top))
    m = (high & HALF_MASK) * EPSILON
    d += m
    d += EPSILON & (NULLDIGIT - r_uint(d < m))
    d -= PRIME & (NULLDIGIT - r_uint(d >= PRIME))
    return d


@always_inline
def _plus(x, y):
    d = x - (PRIME - y)
    d += PRIME & (NULLDIGIT - r_uint(x < PRIME - y))
    return d


@always_inline
def _minus(x, y):
    d = x - y
    d += PRIME & (NULLDIGIT - r_uint(x < y))
    return d


def _roots(size):
    """At m // 2 + i, for each power of two m up to `size`: the i-th power of a root of order m."""
    roots = [ONEDIGIT] * size
    root = ROOT_2_32
    order = 1 << 32
    while order > size:
        root = _times(root, root)
        order >>= 1
    half = size // 2
    # blocks of powers, so that not each product waits for the one before it
    roots[half] = ONEDIGIT
    done = 1
    step = root
    while done < half:
        for i in range(done):
            roots[half + done + i] = _times(roots[half + i], step)
        step = _times(step, step)
        done *= 2
    while half > 1:
        quarter = half // 2
        for i in range(quarter):
            roots[quarter + i] = roots[half + 2 * i]
        half = quarter
    return roots


def _forward_level(values, start, m, roots):
    half = m // 2
    i = start
    j = start + half
    k = half
    while k < m:
        x, y = values[i], values[j]
        values[i] = _plus(x, y)
        values[j] = _times(_minus(x, y), roots[k])
        i += 1
        j += 1
        k += 1


def _forward(values, start, m, roots):
    """The transform of m values in place, in the order of reversed bits."""
    if m <= BLOCK:
        size = m
        while size > 1:
            for at in range(start, start + m, size):
                _forward_level(values, at, size, roots)
            size >>= 1
        return
    _forward_level(values, start, m, roots)
    _forward(values, start, m // 2, roots)
    _forward(values, start + m // 2, m // 2, roots)


def _backward_level(values, start, m, roots):
    half = m // 2
    i = start
    j = start + half
    x, y = values[i], values[j]
    values[i] = _plus(x, y)
    values[j] = _minus(x, y)
    k = m - 1
    while k > half:
        # the inverse of a root is minus the one as far from half a turn
        i += 1
        j += 1
        x, y = values[i], _times(values[j], roots[k])
        values[i] = _minus(x, y)
        values[j] = _plus(x, y)
        k -= 1


def _backward(values, start, m, roots):
    """Undoes `_forward`, but for a factor m."""
    if m <= BLOCK:
        size = 2
        while size <= m:
            for at in range(start, start + m, size):
                _backward_level(values, at, size, roots)
            size *= 2
        return
    _backward(values, start, m // 2, roots)
    _backward(values, start + m // 2, m // 2, roots)
    _backward_level(values, start, m, roots)


def _pieces(digits, start, n, bits, size):
    """The digits' bits in pieces, then zeros."""
    values = zeros(size)
    mask = (ONEDIGIT << bits) - ONEDIGIT
    have = 0
    rest = NULLDIGIT
    at = 0
    for i in range(n):
        d = digits[start + i]
        values[at] = (rest | (d << have)) & mask
        at += 1
        taken = bits - have
        left = DIGIT_BITS - taken
        d = d >> taken
        while left >= bits:
            values[at] = d & mask
            at += 1
            d = d >> bits
            left -= bits
        rest = d
        have = left
    if have:
        values[at] = rest
    return values


def _from_pieces(values, count, bits, n):
    """n digits of the sum of the values, each `bits` above the one before it."""
    result = zeros(n)
    mask = (ONEDIGIT << bits) - ONEDIGIT
    carry = NULLDIGIT
    d = NULLDIGIT
    have = 0
    at = 0
    i = 0
    while at < n:
        if i < count:
            carry += values[i]
        piece = carry & mask
        carry = carry >> bits
        d |= piece << have
        have += bits
        if have >= DIGIT_BITS:
            result[at] = d
            at += 1
            have -= DIGIT_BITS
            d = piece >> (bits - have)
        i += 1
    return result


def _piece_bits(n):
    """How long pieces of a factor of n digits can be: sums of products of two stay below the prime."""
    bits = 27
    while True:
        count = n * DIGIT_BITS // bits + 1
        log = 0
        while count >> log:
            log += 1
        if 2 * bits + log < 64:
            return bits
        bits -= 1


def _transformed_product(a, a0, na, b, b0, nb):
    bits = _piece_bits(na)
    count = (na * DIGIT_BITS + bits - 1) // bits + (nb * DIGIT_BITS + bits - 1) // bits
    size = 1
    while size < count:
        size *= 2
    roots = _roots(size)
    x = _pieces(a, a0, na, bits, size)
    _forward(x, 0, size, roots)
    y = x
    if a is not b or a0 != b0 or na != nb:
        y = _pieces(b, b0, nb, bits, size)
        _forward(y, 0, size, roots)
    # 1 / size: the prime is 1 modulo the size
    scale = PRIME - (PRIME - ONEDIGIT) // r_uint(size)
    for i in range(size):
        x[i] = _times(_times(x[i], y[i]), scale)
    _backward(x, 0, size, roots)
    return _from_pieces(x, count, bits, na + nb)
