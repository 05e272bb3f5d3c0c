"""Integers: checked division and shifts, conversion to and from strings."""
from rpython.rlib.jit import elidable
from rpython.rlib.objectmodel import always_inline, dont_inline
from rpython.rlib.rarithmetic import ovfcheck
from rpython.rtyper.lltypesystem.lltype import malloc, STR
from rpython.rtyper.lltypesystem import lltype
from rpython.rtyper.lltypesystem.lloperation import llop


@always_inline
def ll_int_floordiv_zer(a, b):
    if b == 0:
        raise ZeroDivisionError("integer division or modulo by zero")
    return llop.int_py_div(lltype.Signed, a, b)


@always_inline
def ll_int_mod_zer(a, b):
    if b == 0:
        raise ZeroDivisionError("integer modulo by zero")
    return llop.int_py_mod(lltype.Signed, a, b)


# Where no handler is near: the operations themselves raise only for a handler in the same block.

@always_inline
def ll_int_add_ovf(a, b):
    try:
        return ovfcheck(a + b)
    except OverflowError:
        raise OverflowError("integer overflow")


@always_inline
def ll_int_sub_ovf(a, b):
    try:
        return ovfcheck(a - b)
    except OverflowError:
        raise OverflowError("integer overflow")


@always_inline
def ll_int_mul_ovf(a, b):
    try:
        return ovfcheck(a * b)
    except OverflowError:
        raise OverflowError("integer overflow")


def ll_int_floordiv_ovf_zer(a, b):
    if b == 0:
        raise ZeroDivisionError("integer division or modulo by zero")
    if b == -1 and a == -a and a != 0:
        raise OverflowError
    return llop.int_py_div(lltype.Signed, a, b)


def ll_int_mod_ovf_zer(a, b):
    if b == 0:
        raise ZeroDivisionError("integer modulo by zero")
    return llop.int_py_mod(lltype.Signed, a, b)


@always_inline
def ll_uint_floordiv_zer(a, b):
    if not llop.uint_is_true(lltype.Bool, b):
        raise ZeroDivisionError("integer division or modulo by zero")
    return llop.uint_floordiv(lltype.Unsigned, a, b)


@always_inline
def ll_uint_mod_zer(a, b):
    if not llop.uint_is_true(lltype.Bool, b):
        raise ZeroDivisionError("integer modulo by zero")
    return llop.uint_mod(lltype.Unsigned, a, b)


@always_inline
def shift_in_range(b):
    return llop.uint_lt(lltype.Bool, llop.cast_int_to_uint(lltype.Unsigned, b),
                        llop.cast_int_to_uint(lltype.Unsigned, 64))


@always_inline
def ll_int_lshift(a, b):
    if shift_in_range(b):
        return llop.int_lshift(lltype.Signed, a, b)
    return ll_bad_shift(b, 0)


@always_inline
def ll_int_rshift(a, b):
    if shift_in_range(b):
        return llop.int_rshift(lltype.Signed, a, b)
    return ll_bad_shift(b, llop.int_rshift(lltype.Signed, a, 63))


@dont_inline
def ll_bad_shift(b, result):
    if b < 0:
        raise ValueError("negative shift count")
    return result


@always_inline
def ll_uint_lshift(a, b):
    if shift_in_range(b):
        return llop.uint_lshift(lltype.Unsigned, a, b)
    return llop.cast_int_to_uint(lltype.Unsigned, ll_bad_shift(b, 0))


@always_inline
def ll_uint_rshift(a, b):
    if shift_in_range(b):
        return llop.uint_rshift(lltype.Unsigned, a, b)
    return llop.cast_int_to_uint(lltype.Unsigned, ll_bad_shift(b, 0))


def ll_int_lshift_ovf(a, b):
    if not shift_in_range(b):
        if b < 0:
            raise ValueError("negative shift count")
        if a == 0:
            return 0
        raise OverflowError
    r = llop.int_lshift(lltype.Signed, a, b)
    if llop.int_rshift(lltype.Signed, r, b) != a:
        raise OverflowError
    return r


def ll_int_abs_ovf(a):
    if a < 0:
        a = -a
        if a < 0:
            raise OverflowError
    return a


def ll_int_neg_ovf(a):
    r = -a
    if a == r and a != 0:
        raise OverflowError
    return r


def ll_cmp_int_uint(i, u):
    """Negative, 0 or positive, as the int is less than, equal to or greater than the unsigned int."""
    if i < 0:
        return -1
    w = llop.cast_int_to_uint(lltype.Unsigned, i)
    if llop.uint_lt(lltype.Bool, w, u):
        return -1
    if llop.uint_gt(lltype.Bool, w, u):
        return 1
    return 0


def ll_pow_overflows(a, b):
    """Whether `a ** b` does not fit (a negative exponent is another error)."""
    if b <= 0:
        return False
    r = 1
    try:
        while True:
            if b & 1:
                r = ovfcheck(r * a)
            b = b >> 1
            if b == 0:
                return False
            a = ovfcheck(a * a)
    except OverflowError:
        return True


def ll_int_hash(i):
    if i == -1:
        return -2
    return i


# ---- to strings

@always_inline
def digit_char(d):
    if d < 10:
        return llop.cast_int_to_char(lltype.Char, d + 48)
    return llop.cast_int_to_char(lltype.Char, d + 87)


@always_inline
def ll_uint2str_base(u, base, prefix):
    """prefix: characters to leave in front (the caller fills them). Inlined: a division by a constant takes a tenth of the time."""
    ubase = llop.cast_int_to_uint(lltype.Unsigned, base)
    n = 1
    v = llop.uint_floordiv(lltype.Unsigned, u, ubase)
    while llop.uint_is_true(lltype.Bool, v):
        n += 1
        v = llop.uint_floordiv(lltype.Unsigned, v, ubase)
    s = malloc(STR, prefix + n)
    i = prefix + n
    while n > 0:
        i -= 1
        s[i] = digit_char(llop.cast_uint_to_int(lltype.Signed, llop.uint_mod(lltype.Unsigned, u, ubase)))
        u = llop.uint_floordiv(lltype.Unsigned, u, ubase)
        n -= 1
    return s


@elidable
def ll_uint2dec(u):
    return ll_uint2str_base(u, 10, 0)


@elidable
def ll_int2dec(i):
    return ll_int2base(i, 10, 0)


@always_inline
def ll_int2base(i, base, letter):
    """hex(), oct(), bin() with the letter after the 0 (a code); letter 0: no prefix, as %x does."""
    neg = 0
    if i < 0:
        neg = 1
        i = -i
    extra = 0
    if letter != 0:
        extra = 2
    s = ll_uint2str_base(llop.cast_int_to_uint(lltype.Unsigned, i), base, neg + extra)
    if neg:
        s[0] = '-'
    if letter != 0:
        s[neg] = '0'
        s[neg + 1] = llop.cast_int_to_char(lltype.Char, letter)
    return s


def ll_uint2base(u, base, letter):
    extra = 0
    if letter != 0:
        extra = 2
    s = ll_uint2str_base(u, base, extra)
    if letter != 0:
        s[0] = '0'
        s[1] = llop.cast_int_to_char(lltype.Char, letter)
    return s


def ll_upper_digits(s):
    n = len(s)
    i = 0
    while i < n:
        c = ord(s[i])
        if 97 <= c <= 122:
            s[i] = llop.cast_int_to_char(lltype.Char, c - 32)
        i += 1
    return s


def ll_pad_number(s, width, zero):
    """Right-justified, with blanks or with zeros after the sign."""
    n = len(s)
    if n >= width:
        return s
    new = malloc(STR, width)
    pad = width - n
    i = 0
    at = 0
    fill = ' '
    if zero:
        fill = '0'
        if n > 0 and (s[0] == '-' or s[0] == '+'):
            new[0] = s[0]
            at = 1
    while i < pad:
        new[at + i] = fill
        i += 1
    llop.copy_items(lltype.Void, s, new, at, at + pad, n - at)
    return new


def ll_plus_sign(s):
    """With a '+' in front unless it has a sign."""
    if s[0] == '-':
        return s
    n = len(s)
    new = malloc(STR, n + 1)
    new[0] = '+'
    llop.copy_items(lltype.Void, s, new, 0, 1, n)
    return new


# ---- from strings

@always_inline
def is_space(c):
    return c == 32 or (9 <= c <= 13)


def ll_str2int(s, base):
    """int(s, base); ValueError, also when the number does not fit a word."""
    n = len(s)
    i = 0
    given = base
    while i < n and is_space(ord(s[i])):
        i += 1
    while n > i and is_space(ord(s[n - 1])):
        n -= 1
    neg = False
    if i < n:
        if s[i] == '-':
            neg = True
            i += 1
        elif s[i] == '+':
            i += 1
    if i + 1 < n and s[i] == '0':
        c = ord(s[i + 1]) | 32
        if (base == 16 or base == 0) and c == 120:
            base = 16
            i += 2
        elif (base == 8 or base == 0) and c == 111:
            base = 8
            i += 2
        elif (base == 2 or base == 0) and c == 98:
            base = 2
            i += 2
    if base == 0:
        base = 10
    if base < 2 or base > 36:
        raise ValueError("int() base must be >= 2 and <= 36, or 0")
    if i >= n:
        bad_literal(s, given)
    value = 0
    first = i
    while i < n:
        c = ord(s[i])
        if c == 95 and i > first and i + 1 < n and ord(s[i - 1]) != 95:
            i += 1
            continue
        if 48 <= c <= 57:
            d = c - 48
        else:
            c = c | 32
            if 97 <= c <= 122:
                d = c - 87
            else:
                d = 99
        if d >= base:
            bad_literal(s, given)
        # negative accumulation: the smallest int has no positive counterpart
        value = ll_mul_sub(value, base, d)
        i += 1
    if not neg:
        value = -value
        if value < 0:
            raise ValueError("the number is too large for an int")
    return value


def ll_mul_sub(value, base, d):
    if value < llop.int_floordiv(lltype.Signed, -9223372036854775807 - 1, base):
        raise ValueError("the number is too large for an int")
    value = value * base
    if value < (-9223372036854775807 - 1) + d:
        raise ValueError("the number is too large for an int")
    return value - d


@dont_inline
def bad_literal(s, base):
    from rpython_ll.ll_str import ll_strrepr
    text = "invalid literal for int() with base " + lltype.str_of(ll_int2dec(base)) + ": "
    raise ValueError(text + lltype.str_of(ll_strrepr(s)))


def ll_chr(i):
    if llop.uint_ge(lltype.Bool, llop.cast_int_to_uint(lltype.Unsigned, i),
                    llop.cast_int_to_uint(lltype.Unsigned, 256)):
        raise ValueError("chr() arg not in range(256)")
    return llop.cast_int_to_char(lltype.Char, i)


def ll_unichr(i):
    if llop.uint_ge(lltype.Bool, llop.cast_int_to_uint(lltype.Unsigned, i),
                    llop.cast_int_to_uint(lltype.Unsigned, 0x110000)):
        raise ValueError("chr() arg not in range(0x110000)")
    return llop.cast_int_to_unichar(lltype.UniChar, i)
