"""string"""
from rpython.rlib import jit
from rpython.rlib.rarithmetic import intmask, r_uint
from rpython.rlib.rfloat import copysign, formatd, isinf, isnan
from rpython.rlib.rstring import StringBuilder

from lua import arith, numbers
from lua.arith import as_text, call_first, get_index, to_integer, tostring
from lua.lib import (Library, any_arg, arg, float_arg, given, int_arg, number_arg, opt_int, opt_str, pair, str_arg, type_error)
from lua.lpattern import POSITION, UNCLOSED, Matcher, has_specials
from lua.objects import (ArgumentError, CHARS, W_Builtin, W_Float, W_Function, W_Integer, W_Multi, W_String, error, is_true, multi,
                         w_empty, w_false, w_nil, w_none, wrap_str)
from lua.table import W_Table

library = Library()

MAX_SIZE = 0x7fffffff                           # of what `rep` and formats of `pack` may make


@library.function("len")
def lua_len(args):
    return W_Integer(len(str_arg(args, 0)))


@library.function("sub")
def lua_sub(args):
    s = str_arg(args, 0)
    n = len(s)
    start = int_arg(args, 1)
    end = -1
    if given(args, 2):
        end = int_arg(args, 2)
    if start < 0:
        start = max(n + start + 1, 1)
    elif start == 0:
        start = 1
    if end < 0:
        end = n + end + 1
    elif end > n:
        end = n
    if start > end:
        return w_empty
    if start == end:
        return CHARS[ord(s[start - 1])]
    return W_String(s[start - 1:end])


@library.function("upper")
@jit.dont_look_inside
def lua_upper(args):
    return wrap_str(str_arg(args, 0).upper())


@library.function("lower")
@jit.dont_look_inside
def lua_lower(args):
    return wrap_str(str_arg(args, 0).lower())


@library.function("rep")
@jit.dont_look_inside
def lua_rep(args):
    s = str_arg(args, 0)
    n = int_arg(args, 1)
    sep = opt_str(args, 2, "")
    if n <= 0 or len(s) + len(sep) == 0:
        return w_empty
    if n > MAX_SIZE // (len(s) + len(sep)):
        raise error("resulting string too large")
    if sep == "":
        return wrap_str(s * n)
    b = StringBuilder()
    for i in range(n - 1):
        b.append(s)
        b.append(sep)
    b.append(s)
    return wrap_str(b.build())


@library.function("reverse")
@jit.dont_look_inside
def lua_reverse(args):
    s = str_arg(args, 0)
    b = StringBuilder(len(s))
    i = len(s) - 1
    while i >= 0:
        b.append(s[i])
        i -= 1
    return wrap_str(b.build())


@library.function("byte")
def lua_byte(args):
    s = str_arg(args, 0)
    start = opt_int(args, 1, 1)
    if start < 0:
        start = len(s) + start + 1
        if start < 1 and given(args, 2):
            start = 1
    if not given(args, 2):
        if start < 1 or start > len(s):
            return w_none
        return W_Integer(ord(s[start - 1]))
    return bytes_of(s, start, int_arg(args, 2))


@jit.dont_look_inside
def bytes_of(s, start, end):
    if start == 0:
        start = 1
    if end < 0:
        end = len(s) + end + 1
    elif end > len(s):
        end = len(s)
    if start > end:
        return w_none
    vals = [w_nil] * (end - start + 1)
    for i in range(start, end + 1):
        vals[i - start] = W_Integer(ord(s[i - 1]))
    return multi(vals)


@library.function("char")
def lua_char(args):
    if len(args) == 1:
        return CHARS[char_code(args, 0)]
    return chars_of(args)


def char_code(args, i):
    n = int_arg(args, i)
    if n < 0 or n > 255:
        raise ArgumentError(i, "value out of range")
    return n


@jit.dont_look_inside
def chars_of(args):
    b = StringBuilder(len(args))
    for i in range(len(args)):
        b.append(chr(char_code(args, i)))
    return wrap_str(b.build())


# ____________________________________________________________
# format


class Spec(object):
    """A conversion specification of string.format."""

    def __init__(self):
        self.left = False
        self.plus = False
        self.space = False
        self.alt = False
        self.zero = False
        self.width = 0
        self.precision = -1

    def pad(self, sign, digits, zeros_ok):
        """A number's sign and digits, as wide as wanted."""
        n = self.width - len(sign) - len(digits)
        if n <= 0:
            return sign + digits
        if self.left:
            return sign + digits + " " * n
        if self.zero and zeros_ok:
            return sign + "0" * n + digits
        return " " * n + sign + digits

    def sign_of(self, negative):
        if negative:
            return "-"
        if self.plus:
            return "+"
        if self.space:
            return " "
        return ""


def digits_in(n, radix, letters):
    """The digits of an unsigned number."""
    if n == r_uint(0):
        return "0"
    s = ""
    while n != r_uint(0):
        s = letters[intmask(n % r_uint(radix))] + s
        n = n // r_uint(radix)
    return s


def format_int(spec, c, n):
    sign = ""
    if c == 'd' or c == 'i':
        sign = spec.sign_of(n < 0)
        u = r_uint(n)
        if n < 0:
            u = r_uint(0) - u
        digits = digits_in(u, 10, "0123456789")
    elif c == 'o':
        digits = digits_in(r_uint(n), 8, "01234567")
        if spec.alt and n != 0:
            digits = "0" + digits
    elif c == 'x':
        digits = digits_in(r_uint(n), 16, "0123456789abcdef")
        if spec.alt and n != 0:
            sign = "0x"
    elif c == 'X':
        digits = digits_in(r_uint(n), 16, "0123456789ABCDEF")
        if spec.alt and n != 0:
            sign = "0X"
    else:
        digits = digits_in(r_uint(n), 10, "0123456789")
    if spec.precision == 0 and n == 0:
        digits = ""
    if len(digits) < spec.precision:
        digits = "0" * (spec.precision - len(digits)) + digits
    return spec.pad(sign, digits, spec.precision < 0)


def format_float(spec, c, x):
    negative = copysign(1.0, x) < 0.0
    if isnan(x):
        digits = "nan"
        negative = numbers.nan_text(x) == "-nan"
    elif isinf(x):
        digits = "inf"
    else:
        precision = spec.precision
        if precision < 0:
            precision = 6
        lower = c
        if 'A' <= c and c <= 'Z':
            lower = chr(ord(c) + 32)
        if lower == 'a':
            digits = hex_float(abs(x))
        else:
            digits = formatd(abs(x), lower, precision, 4 if spec.alt else 0)
    if 'A' <= c and c <= 'Z':
        digits = digits.upper()
    return spec.pad(spec.sign_of(negative), digits, not (isnan(x) or isinf(x)))


def hex_float(x):
    """"%a" of a float that is not negative."""
    if x == 0.0:
        return "0x0p+0"
    from math import frexp
    m, e = frexp(x)
    e -= 1
    n = int(m * 9007199254740992.0)             # 53 bits
    digits = digits_in(r_uint(n & 0xfffffffffffff), 16, "0123456789abcdef")
    digits = "0" * (13 - len(digits)) + digits
    end = len(digits)
    while end > 0 and digits[end - 1] == '0':
        end -= 1
    s = "0x1"
    if end > 0:
        s += "." + digits[:end]
    return s + ("p+%d" % e if e >= 0 else "p%d" % e)


def quote(w_value):
    """"%q": a literal that gives the value."""
    if isinstance(w_value, W_String):
        s = w_value.strval
        b = StringBuilder()
        b.append('"')
        for i in range(len(s)):
            c = s[i]
            if c == '"' or c == '\\':
                b.append('\\')
                b.append(c)
            elif c == '\n':
                b.append('\\\n')
            elif c < ' ' or c == '\x7f':
                if i + 1 < len(s) and numbers.is_digit(s[i + 1]):
                    b.append("\\%03d" % ord(c))
                else:
                    b.append("\\%d" % ord(c))
            else:
                b.append(c)
        b.append('"')
        return b.build()
    if isinstance(w_value, W_Float):
        x = w_value.floatval
        if isinf(x):
            return "1e9999" if x > 0.0 else "-1e9999"
        if isnan(x):
            return "(0/0)"
        if numbers.fits_int(x):
            return "%s0x%sp+0" % ("-" if x < 0.0 else "", digits_in(r_uint(int(abs(x))), 16, "0123456789abcdef"))
        return ("-" if x < 0.0 else "") + hex_float(abs(x))
    if isinstance(w_value, W_Integer):
        if w_value.intval == numbers.MININT:
            return "0x8000000000000000"
        return str(w_value.intval)
    if isinstance(w_value, W_Table) or isinstance(w_value, W_Function):
        raise error("bad argument to 'format' (value has no literal form)")
    return tostring(w_value)


@library.function("format")
@jit.dont_look_inside
def lua_format(args):
    fmt = str_arg(args, 0)
    b = StringBuilder()
    i = 0
    n = 0
    while i < len(fmt):
        c = fmt[i]
        i += 1
        if c != '%':
            b.append(c)
            continue
        if i < len(fmt) and fmt[i] == '%':
            b.append('%')
            i += 1
            continue
        spec = Spec()
        start = i
        while i < len(fmt) and fmt[i] in "-+ #0":
            c = fmt[i]
            if c == '-':
                spec.left = True
            elif c == '+':
                spec.plus = True
            elif c == ' ':
                spec.space = True
            elif c == '#':
                spec.alt = True
            else:
                spec.zero = True
            i += 1
        digits = 0
        while i < len(fmt) and numbers.is_digit(fmt[i]) and digits < 2:
            spec.width = spec.width * 10 + ord(fmt[i]) - 48
            i += 1
            digits += 1
        if i < len(fmt) and fmt[i] == '.':
            i += 1
            spec.precision = 0
            digits = 0
            while i < len(fmt) and numbers.is_digit(fmt[i]) and digits < 2:
                spec.precision = spec.precision * 10 + ord(fmt[i]) - 48
                i += 1
                digits += 1
        if i >= len(fmt):
            raise error("invalid conversion '%%%s' to 'format'" % fmt[start:])
        c = fmt[i]
        i += 1
        n += 1
        if n >= len(args) and c in "diuoxXeEfFgGaAcsq":
            raise ArgumentError(n, "no value")
        if c == 'd' or c == 'i':
            b.append(format_int(spec, c, int_arg(args, n)))
        elif c in "uoxX":
            b.append(format_int(spec, c, int_arg(args, n)))
        elif c in "eEfFgGaA":
            b.append(format_float(spec, c, float_arg(args, n)))
        elif c == 'c':
            b.append(spec.pad("", chr(int_arg(args, n) & 0xff), False))
        elif c == 's':
            s = tostring(any_arg(args, n))
            if 0 <= spec.precision < len(s):
                s = s[:spec.precision]
            b.append(spec.pad("", s, False))
        elif c == 'q':
            b.append(quote(any_arg(args, n)))
        else:
            raise error("invalid conversion '%%%s' to 'format'" % fmt[start:i])
    return wrap_str(b.build())


# ____________________________________________________________
# patterns


def capture(m, i, start, end):
    """Capture i of a match from start to end; the whole match if the pattern has no captures."""
    if i >= m.level:
        if i == 0:
            return wrap_str(m.text[start:end])
        raise error("invalid capture index %%%d" % (i + 1))
    n = m.lens[i]
    if n == POSITION:
        return W_Integer(m.starts[i] + 1)
    if n == UNCLOSED:
        raise error("unfinished capture")
    first = m.starts[i]
    assert first >= 0
    last = first + n
    assert last >= 0
    return wrap_str(m.text[first:last])


def captures(m, start, end, vals):
    n = max(m.level, 1)
    for i in range(n):
        vals.append(capture(m, i, start, end))


def search(m, start, anchored, first):
    """The first match from a place on: its end, or -1; the place where it begins is left in m.starts of no capture."""
    s = start
    while s <= len(m.text):
        if not anchored:
            s = m.candidate(s, first)
        m.level = 0
        m.depth = 0
        end = m.match(s, first)
        if end >= 0:
            return s, end
        if anchored:
            break
        s += 1
    return -1, -1


def start_place(s, init):
    if init < 0:
        init = len(s) + init + 1
        if init < 1:
            init = 1
    elif init == 0:
        init = 1
    return init - 1


@library.function("find")
@jit.dont_look_inside
def lua_find(args):
    s = str_arg(args, 0)
    pattern = str_arg(args, 1)
    start = start_place(s, opt_int(args, 2, 1))
    assert start >= 0
    if start > len(s):
        return w_nil
    if is_true(arg(args, 3)) or not has_specials(pattern):
        n = s.find(pattern, start)
        if n < 0:
            return w_nil
        return pair(W_Integer(n + 1), W_Integer(n + len(pattern)))
    anchored = pattern.startswith("^")
    m = Matcher(s, pattern)
    first, end = search(m, start, anchored, 1 if anchored else 0)
    if first < 0:
        return w_nil
    vals = [W_Integer(first + 1), W_Integer(end)]
    if m.level > 0:
        captures(m, first, end, vals)
    return W_Multi(vals[:])


@library.function("match")
@jit.dont_look_inside
def lua_match(args):
    s = str_arg(args, 0)
    pattern = str_arg(args, 1)
    start = start_place(s, opt_int(args, 2, 1))
    if start > len(s):
        return w_nil
    anchored = pattern.startswith("^")
    m = Matcher(s, pattern)
    first, end = search(m, start, anchored, 1 if anchored else 0)
    if first < 0:
        return w_nil
    if m.level <= 1:
        return capture(m, 0, first, end)
    vals = []
    captures(m, first, end, vals)
    return multi(vals[:])


class W_Gmatch(W_Function):
    """The iterator of gmatch."""
    _attrs_ = ('matcher', 'place', 'last')

    def __init__(self, matcher, place):
        self.matcher = matcher
        self.place = place
        self.last = -1                          # end of the match before

    @jit.dont_look_inside
    def call(self, args):
        m = self.matcher
        s = self.place
        while s <= len(m.text):
            s = m.candidate(s, 0)
            m.level = 0
            m.depth = 0
            end = m.match(s, 0)
            if end >= 0 and end != self.last:
                self.place = end
                self.last = end
                if m.level <= 1:
                    return capture(m, 0, s, end)
                vals = []
                captures(m, s, end, vals)
                return multi(vals[:])
            s += 1
        self.place = len(m.text) + 1
        return w_nil


@library.function("gmatch")
def lua_gmatch(args):
    s = str_arg(args, 0)
    return W_Gmatch(Matcher(s, str_arg(args, 1)), start_place(s, opt_int(args, 2, 1)))


def add_replacement(b, m, start, end, w_repl):
    """What stands in place of a match."""
    if isinstance(w_repl, W_String):
        repl = w_repl.strval
        i = 0
        while i < len(repl):
            c = repl[i]
            i += 1
            if c != '%':
                b.append(c)
                continue
            c = '\0'
            if i < len(repl):
                c = repl[i]
            i += 1
            if c == '%':
                b.append(c)
            elif c == '0':
                b.append(m.text[start:end])
            elif numbers.is_digit(c):
                s = as_text(capture(m, ord(c) - 49, start, end))
                if s is not None:
                    b.append(s)
            else:
                raise error("invalid use of '%' in replacement string")
        return
    if isinstance(w_repl, W_Table):
        w_value = get_index(w_repl, capture(m, 0, start, end))
    else:
        vals = []
        captures(m, start, end, vals)
        w_value = call_first(w_repl, vals[:])
    if not is_true(w_value):
        b.append(m.text[start:end])
        return
    s = as_text(w_value)
    if s is None:
        raise error("invalid replacement value (a %s)" % w_value.typename())
    b.append(s)


@library.function("gsub")
@jit.dont_look_inside
def lua_gsub(args):
    s = str_arg(args, 0)
    pattern = str_arg(args, 1)
    w_repl = arg(args, 2)
    if isinstance(w_repl, W_Integer) or isinstance(w_repl, W_Float):
        w_repl = W_String(numbers.number_text(w_repl))
    if not (isinstance(w_repl, W_String) or isinstance(w_repl, W_Table) or isinstance(w_repl, W_Function)):
        raise type_error(args, 2, "string/function/table")
    limit = opt_int(args, 3, len(s) + 1)
    anchored = pattern.startswith("^")
    first = 1 if anchored else 0
    m = Matcher(s, pattern)
    b = StringBuilder()
    place = 0
    last = -1
    count = 0
    while count < limit:
        if not anchored:
            following = m.candidate(place, first)
            if following > place:
                b.append_slice(s, place, following)
                place = following
        m.level = 0
        m.depth = 0
        end = m.match(place, first)
        if end >= 0 and end != last:
            count += 1
            add_replacement(b, m, place, end, w_repl)
            place = end
            last = end
        elif place < len(s):
            b.append(s[place])
            place += 1
        else:
            break
        if anchored:
            break
    if place < len(s):
        b.append(s[place:])
    return pair(wrap_str(b.build()), W_Integer(count))


def open_library(w_table):
    library.open_into(w_table)
    w_meta = W_Table()
    w_meta.set_name("__index", w_table)
    arith.metatables.strings = w_meta
