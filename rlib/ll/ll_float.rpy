"""Floats: checked division, conversion to and from strings (by the C library)."""
from rpython.rlib.objectmodel import always_inline, dont_inline
from rpython.rtyper.lltypesystem.lltype import malloc, STR
from rpython.rtyper.lltypesystem import lltype
from rpython.rtyper.lltypesystem.lloperation import llop
from rpython.rtyper.lltypesystem.rffi import llexternal

c_strtod = llexternal("tw_strtod", [lltype.Address, lltype.Signed], lltype.Float)
c_format_float = llexternal("tw_format_float", [lltype.Address, lltype.Signed, lltype.Float, lltype.Signed,
                                                lltype.Signed], lltype.Signed)
c_floor = llexternal("floor", [lltype.Float], lltype.Float, includes=["<math.h>"])
c_fmod = llexternal("fmod", [lltype.Float, lltype.Float], lltype.Float, includes=["<math.h>"])


@always_inline
def ll_float_truediv(a, b):
    if b == 0.0:
        raise ZeroDivisionError("float division by zero")
    return llop.float_truediv(lltype.Float, a, b)


def ll_float_floordiv(a, b):
    if b == 0.0:
        raise ZeroDivisionError("float floor division by zero")
    m = c_fmod(a, b)
    # the difference is a multiple of b, so that the division is (nearly) exact
    q = llop.float_truediv(lltype.Float, a - m, b)
    if m != 0.0 and (m < 0.0) != (b < 0.0):
        q = q - 1.0
    if q == 0.0:
        return llop.float_copysign(lltype.Float, 0.0, llop.float_truediv(lltype.Float, a, b))
    f = c_floor(q)
    if q - f > 0.5:
        f = f + 1.0
    return f


def ll_float_mod(a, b):
    if b == 0.0:
        raise ZeroDivisionError("float modulo")
    m = c_fmod(a, b)
    if m == 0.0:
        return llop.float_copysign(lltype.Float, 0.0, b)
    if (m < 0.0) != (b < 0.0):
        m = m + b
    return m


def ll_float2int(f):
    """int(f): ValueError for NaN, OverflowError out of range."""
    if f != f:
        raise ValueError("cannot convert float NaN to integer")
    if f >= 9223372036854775808.0 or f < -9223372036854775808.0:
        if f - f != 0.0:
            raise OverflowError("cannot convert float infinity to integer")
        raise OverflowError("float is too large for an int")
    return llop.cast_float_to_int(lltype.Signed, f)


def ll_str2float(s):
    n = len(s)
    buf = llop.raw_malloc(lltype.Address, n + 9)
    if not buf:
        raise MemoryError
    llop.copy_string_to_raw(lltype.Void, s, 0, buf, n)
    llop.raw_store(lltype.Void, buf, n, '\x00')
    # the function skips blanks around the number, and stores how many characters it took
    f = c_strtod(buf, n)
    ok = ll_number_syntax(s)
    llop.raw_free(lltype.Void, buf)
    if not ok:
        bad_literal(s)
    return f


@dont_inline
def bad_literal(s):
    from rpython_ll.ll_str import ll_strrepr
    raise ValueError("could not convert string to float: " + lltype.str_of(ll_strrepr(s)))


def is_space(c):
    return c == 32 or (9 <= c <= 13)


def ll_word_at(s, i, end, word):
    """Whether s[i:end] is the word, given as a lower-case constant."""
    if end - i != len(word):
        return False
    k = 0
    while k < len(word):
        if (ord(s[i + k]) | 32) != ord(word[k]):
            return False
        k += 1
    return True


def ll_number_syntax(s):
    """Whether float() accepts the text."""
    i = 0
    end = len(s)
    while i < end and is_space(ord(s[i])):
        i += 1
    while end > i and is_space(ord(s[end - 1])):
        end -= 1
    if i < end and (s[i] == '-' or s[i] == '+'):
        i += 1
    if ll_word_at(s, i, end, "inf") or ll_word_at(s, i, end, "nan") or ll_word_at(s, i, end, "infinity"):
        return True
    digits = 0
    while i < end and 48 <= ord(s[i]) <= 57:
        i += 1
        digits += 1
    if i < end and s[i] == '.':
        i += 1
        while i < end and 48 <= ord(s[i]) <= 57:
            i += 1
            digits += 1
    if digits == 0:
        return False
    if i < end and (s[i] == 'e' or s[i] == 'E'):
        i += 1
        if i < end and (s[i] == '-' or s[i] == '+'):
            i += 1
        digits = 0
        while i < end and 48 <= ord(s[i]) <= 57:
            i += 1
            digits += 1
        if digits == 0:
            return False
    return i == end


# No float has more digits in front of or behind its point: what follows is zeros.
MOST_DIGITS = 1100


def ll_format_float(f, code, precision):
    """code: the letter of a % format, or 'r' for repr; formatted by the run-time library into a buffer."""
    if precision > MOST_DIGITS and code != ord('r') and f - f == 0.0:
        return ll_with_zeros(ll_format_float(f, code, MOST_DIGITS), code, precision - MOST_DIGITS)
    size = 400 + min(precision, MOST_DIGITS)
    buf = llop.raw_malloc(lltype.Address, size)
    if not buf:
        raise MemoryError
    n = c_format_float(buf, size, f, code, precision)
    s = malloc(STR, n)
    llop.copy_raw_to_string(lltype.Void, buf, s, 0, n)
    llop.raw_free(lltype.Void, buf)
    return s


@dont_inline
def ll_with_zeros(s, code, n):
    """The text of a float with n more zeros behind its last digit."""
    letter = (code & 255) | 32
    if letter == ord('g') and not code & 256:
        return s
    end = len(s)
    i = 0
    while i < end:
        if (ord(s[i]) | 32) == ord('e'):
            end = i
        i += 1
    text = lltype.str_of(s)
    return lltype.ptr_of(text[:end] + '0' * n + text[end:])


def ll_float_text(f, code, precision, alt):
    """The same with the flag `#`."""
    if alt:
        code = code | 256
    return ll_format_float(f, code, precision)


def ll_float2str(f):
    return ll_format_float(f, ord('r'), 17)


def ll_float2str_short(f):
    """What `str` gives in Python 2."""
    s = lltype.str_of(ll_format_float(f, ord('g'), 12))
    first = 0
    if s[0] == '-':
        first = 1
    i = first
    while i < len(s):
        if not '0' <= s[i] <= '9':
            return lltype.ptr_of(s)
        i += 1
    if i - first < 12:
        return lltype.ptr_of(s + ".0")
    # (so many digits before the point are shown with an exponent)
    while s[i - 1] == '0':
        i -= 1
    start = first + 1
    mantissa = s[:start]
    if i > start:
        mantissa = mantissa + "." + s[start:i]
    return lltype.ptr_of(mantissa + "e+11")


def ll_float2uint(f):
    """r_uint(f): a negative number wraps, as r_uint(int(f)) does."""
    if not (-9223372036854775808.0 <= f < 18446744073709551616.0):
        ll_float2int(f)
    return llop.cast_float_to_uint(lltype.Unsigned, f)


def ll_float2int_ovf(f):
    if not (-9223372036854775808.0 <= f < 9223372036854775808.0):
        raise OverflowError("cannot convert float to a machine word")
    return llop.cast_float_to_int(lltype.Signed, f)
