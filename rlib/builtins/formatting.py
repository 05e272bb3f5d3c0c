"""`%`, `str.format`, `format` and f-strings.

Format strings are constants: `percent_function` and `format_function` run when the program is translated. They take the format
apart and give a function that puts the text together with the functions below. Specifications (`'>8.3f'`) are parsed by the same
code at translation time and at run time (`{:>{w}}`).
"""

from rpython.rlib.jit import we_are_jitted
from rpython.rlib.objectmodel import dont_inline, specialize
from rpython.rlib.rarithmetic import r_uint, intmask, base_int
from rpython.rlib.rfloat import float_text
from rpython.rlib.rstring import StringBuilder
from rpython_builtins.objects import type_name


MAXINT = 0x7fffffffffffffff
#: Largest precision: Python's is an int of C.
MOST_PRECISION = 0x7fffffff
#: So many pieces are summed up in traces, where a sum is made in one piece, or not at all if nobody wants it.
MOST_SUMMED = 9


# ---- sizes in formats

def size_at(text, i):
    """The number whose digits start at i (-1 if there are none, -2 if it is beyond 64 bits), and where they end."""
    value = -1
    while i < len(text) and '0' <= text[i] <= '9':
        d = ord(text[i]) - 48
        if value == -1:
            value = d
        elif value == -2 or value > (MAXINT - d) // 10:
            value = -2
        else:
            value = value * 10 + d
        i += 1
    return value, i


def pct_precision(n):
    """The value of the `*` of a precision."""
    if n > MOST_PRECISION or n < -MOST_PRECISION - 1:
        raise OverflowError("Python int too large to convert to C int")
    if n < 0:
        return 0
    return n


# ---- numbers as digits

@dont_inline
def grouped(digits, sep, every, width):
    """The digits with separators, and with zeros in front up to the width."""
    if width > 0:
        # so many digits that they fill it together with their separators
        least = width - (width - 1) // (every + 1)
        if least > len(digits):
            digits = '0' * (least - len(digits)) + digits
    n = len(digits)
    out = StringBuilder(n + n // every)
    for i in range(n):
        if i > 0 and (n - i) % every == 0:
            out.append(sep)
        out.append(digits[i])
    return out.build()


@dont_inline
def digits_of(u, base, upper):
    """Digits of an r_uint."""
    if base == 10:
        return str(u)
    out = []
    shift = 4
    if base == 8:
        shift = 3
    elif base == 2:
        shift = 1
    mask = r_uint(base - 1)
    table = '0123456789abcdef'
    if upper:
        table = '0123456789ABCDEF'
    while True:
        out.append(table[intmask(u & mask)])
        u = u >> shift
        if not u:
            break
    out.reverse()
    return ''.join(out)


def magnitude(i):
    """The absolute value of an int, as an r_uint."""
    if i < 0:
        return r_uint(-i)
    return r_uint(i)


def float_magnitude(x, code, precision, alt):
    """Text of a float without its sign; the letter decides the form, capitals too."""
    low = code
    upper = False
    if code == 'E' or code == 'F' or code == 'G':
        low = code.lower()
        upper = True
    text = float_text(x, low, precision, alt)
    if text[0] == '-':
        text = text[1:]
    if upper:
        text = text.upper()
    return text


def float_is_negative(x):
    """Whether the text of the float has a minus sign."""
    if x == 0.0:
        return float_text(x, 'f', 0, False)[0] == '-'
    return x < 0.0


# ---- %

@dont_inline
def pct_pad(s, width, left):
    """Blanks around s; a negative width means left, too."""
    if width < 0:
        left = True
        width = -width
    if width <= len(s):
        return s
    n = width - len(s)
    if left:
        return s + ' ' * n
    return ' ' * n + s


@dont_inline
def pct_upad(s, width, left):
    if width < 0:
        left = True
        width = -width
    if width <= len(s):
        return s
    n = width - len(s)
    if left:
        return s + u' ' * n
    return u' ' * n + s


@dont_inline
def pct_number(neg, prefix, digits, plus, blank, left, zero, width):
    """A number with sign, prefix and padding."""
    if neg:
        prefix = '-' + prefix
    elif plus:
        prefix = '+' + prefix
    elif blank:
        prefix = ' ' + prefix
    if width < 0:
        left = True
        width = -width
    n = width - len(prefix) - len(digits)
    if n <= 0:
        return prefix + digits
    if left:
        return prefix + digits + ' ' * n
    if zero:
        return prefix + '0' * n + digits
    return ' ' * n + prefix + digits


@specialize.argtype(0)
def pct_dec(x):
    """`%d` without flags."""
    if isinstance(x, bool):
        return str(int(x))
    if isinstance(x, float):
        return str(int(x))
    return str(x)


def pct_prefix(letter, alt, python2):
    """What the flag `#` puts in front of the digits of `%x`, `%X` and `%o`; in Python 2 octal numbers begin with a 0."""
    if alt and letter == 'x':
        return '0x'
    if alt and letter == 'X':
        return '0X'
    if alt and letter == 'o':
        return '0' if python2 else '0o'
    return ''


@specialize.argtype(0)
@dont_inline
def pct_int(x, base, upper, prefix, precision, plus, blank, left, zero, width):
    """`%d`, `%x`, `%o` with flags; prefix: what `#` puts in front; precision: the least number of digits."""
    if isinstance(x, r_uint):
        neg = False
        u = x
    else:
        i = int(x)
        neg = i < 0
        u = magnitude(i)
    if precision > MOST_PRECISION - 3:
        raise OverflowError("precision too large")
    digits = digits_of(u, base, upper)
    n = precision - len(digits)
    if n > 0:
        digits = '0' * n + digits
    if prefix == '0' and digits[0] == '0':
        prefix = ''
    return pct_number(neg, prefix, digits, plus, blank, left, zero, width)


@specialize.argtype(0)
@dont_inline
def pct_float(x, code, precision, alt, plus, blank, left, zero, width):
    """`%e`, `%f`, `%g`"""
    f = float(x)
    if precision < 0:
        precision = 6
    text = float_magnitude(f, code, precision, alt)
    return pct_number(float_is_negative(f), '', text, plus, blank, left, zero, width)


@specialize.argtype(0)
def pct_char(x):
    if isinstance(x, str):
        if len(x) != 1:
            raise TypeError("%c requires int or char")
        return x
    i = int(x)
    if i < 0 or i > 255:
        raise OverflowError("%c arg not in range(256)")
    return chr(i)


@specialize.argtype(0)
def pct_unichar(x):
    if isinstance(x, unicode):
        if len(x) != 1:
            raise TypeError("%c requires int or char")
        return x
    if isinstance(x, str):
        if len(x) != 1:
            raise TypeError("%c requires int or char")
        return unicode(x)
    i = int(x)
    if i < 0 or i > 0x10ffff:
        raise OverflowError("%c arg not in range(0x110000)")
    return unichr(i)


@dont_inline
def pct_cut(s, precision):
    if 0 <= precision < len(s):
        return s[:precision]
    return s


@dont_inline
def pct_ucut(s, precision):
    if 0 <= precision < len(s):
        return s[:precision]
    return s


@specialize.argtype(0)
def utext(x):
    """`str(x)` as unicode."""
    if isinstance(x, unicode):
        return none_utext(x)
    return str(x).decode('utf-8')


def none_utext(x):
    if x is None:
        return u'None'
    return x


class FormatPieces(object):
    """A `%` format taken apart (translation time). `letters` has one letter for each value: the conversion, or `*`."""

    def __init__(self):
        self.parts = []             # literal text, or (flags, width, precision, letter, key)
        self.letters = ''
        self.keys = False
        self.error = ''


def parse_percent(fmt):
    """Takes a `%` format apart."""
    out = FormatPieces()
    literal = fmt[:0]
    i = 0
    n = len(fmt)
    while i < n:
        c = fmt[i]
        i += 1
        if c != '%':
            literal = literal + c
            continue
        if i < n and fmt[i] == '%':
            literal = literal + c
            i += 1
            continue
        key = None
        if i < n and fmt[i] == '(':
            depth = 1
            i += 1
            start = i
            while i < n and depth > 0:
                if fmt[i] == '(':
                    depth += 1
                elif fmt[i] == ')':
                    depth -= 1
                i += 1
            if depth > 0:
                out.error = 'incomplete format key'
                return out
            key = fmt[start:i - 1]
            out.keys = True
        flags = ''
        while i < n and fmt[i] in '-+ #0':
            flags += str(fmt[i])
            i += 1
        width, i = parse_size(fmt, i, out, MAXINT, 'width too big')
        precision = None
        if i < n and fmt[i] == '.':
            precision, i = parse_size(fmt, i + 1, out, MOST_PRECISION, 'precision too big')
            if precision is None:
                precision = 0
        if out.error:
            return out
        if i < n and fmt[i] in 'hlL':
            i += 1
        if i >= n:
            out.error = 'incomplete format'
            return out
        letter = str(fmt[i])
        i += 1
        if letter not in 'diuxXoeEfFgGcsra':
            out.error = "unsupported format character '%s'" % letter
            return out
        if literal:
            out.parts.append(literal)
            literal = fmt[:0]
        out.letters += letter
        out.parts.append((flags, width, precision, letter, key))
    if literal:
        out.parts.append(literal)
    return out


def parse_size(fmt, i, out, largest, error):
    if i < len(fmt) and fmt[i] == '*':
        out.letters += '*'
        return '*', i + 1
    value, i = size_at(fmt, i)
    if value == -1:
        return None, i
    if value < 0 or value > largest:
        out.error = error
    return value, i


_pieces = {}


def percent_letters(fmt, wide):
    """The conversions of a format in the order of its values, `k:` in front if values are named, or `!` and what is wrong."""
    if (fmt, wide) not in _pieces:
        _pieces[fmt, wide] = parse_percent(fmt)
    p = _pieces[fmt, wide]
    if p.error:
        return '!' + p.error
    if p.keys:
        return 'k:' + p.letters
    return p.letters


def percent_order(fmt, keys):
    """For `fmt % {keys[0]: …}`: the conversions, a colon, and for each the index of its key."""
    p = parse_percent(fmt)
    if p.error:
        return '!' + p.error
    if '*' in p.letters:
        return "!'*' together with '%(name)'"
    order = []
    for part in p.parts:
        if isinstance(part, tuple):
            if part[4] is None:
                return '!not all conversions have a name'
            if part[4] not in keys:
                return "!the dict has no key '%s'" % part[4]
            # the last one of equal keys
            order.append(str(len(keys) - 1 - list(reversed(keys)).index(part[4])))
    return p.letters + ':' + ' '.join(order)


_functions = {}


@specialize.call_location()
def too_many_values(values):
    raise TypeError('not all arguments converted during string formatting')


def percent_function(fmt, count, wide, python2):
    """The function of `fmt % values`. count: number of items of the tuple of values, -1: one value, -2: a dict.
    wide: the result is unicode. python2: it stands in a file of Python 2."""
    key = (fmt, count, wide, python2, 'u' if fmt[:0] == u'' and type(fmt) is type(u'') else 's')
    if key in _functions:
        return _functions[key]
    namespace = {}
    at = [0]

    def value(name=None):
        if count == -2:
            namespace['_k%d' % at[0]] = name
            at[0] += 1
            return 'values[_k%d]' % (at[0] - 1)
        at[0] += 1
        return 'values[%d]' % (at[0] - 1) if count >= 0 else 'values'

    lines = []
    names = []
    for part in parse_percent(fmt).parts:
        name = '_p%d' % len(names)
        names.append(name)
        if not isinstance(part, tuple):
            namespace[name] = to_wide(part) if wide else part
            continue
        flags, width, precision, letter, named = part
        w = value() if width == '*' else str(width or 0)
        p = '_f_pct_precision(%s)' % value() if precision == '*' else str(precision if precision is not None else -1)
        lines.append('%s = %s' % (name, percent_piece(letter, value(named), flags, w, p, precision is not None, wide, python2)))
    return finish(key, 'percent(values)', lines, names, namespace, wide)


def to_wide(text):
    return text if type(text) is type(u'') else text.decode('latin-1')


def percent_piece(letter, x, flags, width, precision, has_precision, wide, python2):
    """The expression of one conversion."""
    def has(f):
        return str(f in flags)
    left = has('-')
    u = 'u' if wide else ''
    if letter in 'sra':
        e = {'s': '_f_utext(%s)' if wide else '_f_str(%s)', 'r': '_f_repr(%s)', 'a': '_f_ascii(%s)'}[letter] % x
        if wide and letter != 's':
            e = e + ".decode('utf-8')"
        if has_precision:
            e = '_f_pct_%scut(%s, %s)' % (u, e, precision)
        if width != '0':
            e = '_f_pct_%spad(%s, %s, %s)' % (u, e, width, left)
        return e
    if letter == 'c':
        e = ('_f_pct_unichar(%s)' if wide else '_f_pct_char(%s)') % x
        if width != '0':
            e = '_f_pct_%spad(%s, %s, %s)' % (u, e, width, left)
        return e
    tail = '%s, %s, %s, %s, %s' % (has('+'), has(' '), left, has('0'), width)
    if letter in 'diu' and not flags and width == '0' and not has_precision:
        e = '_f_pct_dec(%s)' % x
    elif letter in 'diuxXo':
        base = {'x': 16, 'X': 16, 'o': 8}.get(letter, 10)
        prefix = pct_prefix(letter, '#' in flags, python2)
        e = '_f_pct_int(%s, %d, %s, %r, %s, %s)' % (x, base, letter == 'X', prefix, precision, tail)
    else:
        e = '_f_pct_float(%s, %r, %s, %s, %s)' % (x, letter, precision, has('#'), tail)
    return e + ".decode('latin-1')" if wide else e


def finish(key, signature, lines, names, namespace, wide):
    """Makes the function from the statements that compute its pieces."""
    empty = "u''" if wide else "''"
    if not names:
        result = empty
    elif len(names) <= 2:
        result = ' + '.join(names)
    else:
        result = '%s.join([%s])' % (empty, ', '.join(names))
        if len(names) <= MOST_SUMMED:
            lines = lines + ['if _f_we_are_jitted():', '    return ' + ' + '.join(names)]
    source = ['def %s:' % signature] + ['    ' + line for line in lines + ['return ' + result]]
    namespace['_f_we_are_jitted'] = we_are_jitted
    for name in HELPERS:
        namespace['_f_' + name] = globals()[name]
    namespace['__name__'] = __name__
    namespace['_f_str'] = str
    namespace['_f_format'] = format
    namespace['_f_repr'] = repr
    namespace['_f_ascii'] = ascii
    exec('\n'.join(source) + '\n', namespace)
    f = namespace[signature[:signature.index('(')]]
    f._annspecialcase_ = 'specialize:call_location()'
    _functions[key] = f
    return f


# ---- format specifications

class Spec(object):
    """A parsed `[[fill]align][sign][z][#][0][width][grouping][.precision][type]`; precision -1: none, texts '': none."""
    _immutable_ = True

    def __init__(self, fill, align, sign, plain_zero, alt, width, group, precision, type):
        self.fill = fill
        self.align = align
        self.sign = sign
        self.plain_zero = plain_zero        # `z`: no sign in front of a zero
        self.alt = alt
        self.width = width
        self.group = group
        self.precision = precision
        self.type = type


def spec_number(text, i):
    """The digits at i: their value (-1 if there are none) and where they end."""
    value, i = size_at(text, i)
    if value == -2:
        raise ValueError("Too many decimal digits in format string")
    return value, i


def is_align(c):
    return c == '<' or c == '>' or c == '^' or c == '='


def parse_spec(text, kind):
    """kind: the name of the value's type, for the message."""
    fill = ' '
    align = ''
    sign = ''
    plain_zero = False
    alt = False
    n = len(text)
    i = 0
    given_fill = False
    if n > 1 and is_align(text[1]):
        fill = text[0]
        align = text[1]
        i = 2
        given_fill = True
    elif n > 0 and is_align(text[0]):
        align = text[0]
        i = 1
    if i < n and (text[i] == '+' or text[i] == '-' or text[i] == ' '):
        sign = text[i]
        i += 1
    if i < n and text[i] == 'z':
        plain_zero = True
        i += 1
    if i < n and text[i] == '#':
        alt = True
        i += 1
    if i < n and text[i] == '0':
        if not given_fill:
            fill = '0'
            if align == '':
                align = '0'     # '=' for numbers, '<' for strings
        i += 1
    width, i = spec_number(text, i)
    group = ''
    if i < n and (text[i] == ',' or text[i] == '_'):
        group = text[i]
        i += 1
        if i < n and text[i] != group and (text[i] == ',' or text[i] == '_'):
            raise ValueError("Cannot specify both ',' and '_'.")
    precision = -1
    if i < n and text[i] == '.':
        precision, i = spec_number(text, i + 1)
        if precision < 0:
            raise ValueError("Format specifier missing precision")
    if n - i > 1:
        raise ValueError("Invalid format specifier '" + text + "' for object of type '" + kind + "'")
    type = text[i:]
    if group != '' and type != '' and type not in 'deEfFgG%' and (group == ',' or type not in 'boxX'):
        raise ValueError("Cannot specify '" + group + "' with '" + type + "'.")
    return Spec(fill, align, sign, plain_zero, alt, width, group, precision, type)


_specs = {}


def spec_object(text):
    """The specification, parsed when the program is translated; `None` if it has an error: then it is parsed at run time."""
    if text not in _specs:
        try:
            _specs[text] = parse_spec(text, '')
        except ValueError:
            _specs[text] = None
    return _specs[text]


@dont_inline
def pad(body, spec, default, sign_len):
    """Padding by the specification; sign_len: characters that stay in front with the alignment '='."""
    n = spec.width - len(body)
    if n <= 0:
        return body
    align = spec.align
    if align == '':
        align = default
    elif align == '0':
        align = '='
        if default == '<':
            align = '<'
    if align == '<':
        return body + spec.fill * n
    if align == '>':
        return spec.fill * n + body
    if align == '^':
        before = n // 2
        return spec.fill * before + body + spec.fill * (n - before)
    return body[:sign_len] + spec.fill * n + body[sign_len:]


def unknown_code(spec, what):
    return ValueError("Unknown format code '" + spec.type + "' for object of type '" + what + "'")


@dont_inline
def format_text(s, spec):
    check_text_spec(spec)
    return pad(pct_cut(s, spec.precision), spec, '<', 0)


def check_text_spec(spec):
    if spec.group != '' and spec.type == '':
        raise ValueError("Cannot specify '" + spec.group + "' with 's'.")
    if spec.type != '' and spec.type != 's':
        raise unknown_code(spec, 'str')
    if spec.sign != '':
        if spec.sign == ' ':
            raise ValueError("Space not allowed in string format specifier")
        raise ValueError("Sign not allowed in string format specifier")
    if spec.plain_zero:
        raise ValueError("Negative zero coercion (z) not allowed in string format specifier")
    if spec.alt:
        raise ValueError("Alternate form (#) not allowed in string format specifier")
    if spec.align == '=':
        raise ValueError("'=' alignment not allowed in string format specifier")


@dont_inline
def format_utext(s, spec):
    """The same for unicode: padding counts characters, not bytes."""
    check_text_spec(spec)
    s = pct_ucut(s, spec.precision)
    body = s.encode('utf-8')
    if spec.width <= len(s):
        return body
    more = spec.width - len(s)
    if more > MAXINT - len(body):
        raise MemoryError
    wide = Spec(spec.fill, spec.align, '', False, False, len(body) + more, '', -1, '')
    return pad(body, wide, '<', 0)


def number_sign(neg, spec):
    if neg:
        return '-'
    if spec.sign == '+':
        return '+'
    if spec.sign == ' ':
        return ' '
    return ''


@dont_inline
def put_number(neg, prefix, digits, tail, spec, every):
    """Sign, prefix and digits with separators, and what follows the digits (fraction, exponent)."""
    head = number_sign(neg, spec) + prefix
    if spec.group != '':
        least = 0
        if spec.fill == '0' and (spec.align == '0' or spec.align == '='):
            least = spec.width - len(head) - len(tail)
        if every == 4 or digits[0].isdigit():       # not inf, nan
            digits = grouped(digits, spec.group, every, least)
    return pad(head + digits + tail, spec, '>', len(head))


@dont_inline
def format_int(neg, u, spec, kind):
    """An int: its sign and its magnitude."""
    t = spec.type
    if t == 'e' or t == 'E' or t == 'f' or t == 'F' or t == 'g' or t == 'G' or t == '%':
        x = float(u)
        if neg:
            x = -x
        return format_float(x, spec)
    if t != '' and t not in 'bcdnoxX':
        raise unknown_code(spec, kind)
    if spec.precision >= 0:
        raise ValueError("Precision not allowed in integer format specifier")
    every = 3
    prefix = ''
    if spec.plain_zero:
        raise ValueError("Negative zero coercion (z) not allowed in integer format specifier")
    if t == '' or t == 'd' or t == 'n':
        digits = str(u)
    elif t == 'c':
        if spec.sign != '':
            raise ValueError("Sign not allowed with integer format specifier 'c'")
        if spec.alt:
            raise ValueError("Alternate form (#) not allowed with integer format specifier 'c'")
        if neg or u >= r_uint(256):
            raise OverflowError("%c arg not in range(256)")
        return pad(chr(intmask(u)), spec, '>', 0)
    else:
        if t == 'x' or t == 'X':
            base = 16
            prefix = '0x'
            if t == 'X':
                prefix = '0X'
        elif t == 'o':
            base = 8
            prefix = '0o'
        else:
            base = 2
            prefix = '0b'
        every = 4
        digits = digits_of(u, base, t == 'X')
    if not spec.alt:
        prefix = ''
    return put_number(neg, prefix, digits, '', spec, every)


@dont_inline
def format_float(x, spec):
    t = spec.type
    alt = spec.alt
    neg = float_is_negative(x)
    if t != '' and t not in 'eEfFgGn%':
        raise unknown_code(spec, 'float')
    if spec.precision > MOST_PRECISION:
        raise ValueError("precision too big")
    if t == '':
        if spec.precision < 0:
            text = float_magnitude(x, 'r', 17, False)
            at = text.find('e')
            if alt and at >= 0 and '.' not in text:
                text = text[:at] + '.' + text[at:]
        else:
            text = general_with_point(x, spec.precision, alt)
    elif t == '%':
        precision = spec.precision
        if precision < 0:
            precision = 6
        text = float_magnitude(x * 100.0, 'f', precision, alt) + '%'
    else:
        precision = spec.precision
        if precision < 0:
            precision = 6
        code = t[0]
        if t == 'n':
            code = 'g'
        text = float_magnitude(x, code, precision, alt)
    if neg and spec.plain_zero and is_zero(text):
        neg = False
    end = 0
    while end < len(text) and text[end].isdigit():
        end += 1
    if end == 0:
        end = len(text)         # inf, nan
    return put_number(neg, '', text[:end], text[end:], spec, 3)


def is_zero(text):
    """Whether the text of a float without its sign is that of a zero."""
    for c in text:
        if c == 'e' or c == 'E':
            return True
        if c != '0' and c != '.' and c != '%':
            return False
    return True


@dont_inline
def general_with_point(x, precision, alt):
    """A precision without a type: like 'g', but never looking like an int."""
    if precision == 0:
        precision = 1
    if precision <= 400 and x - x == 0.0:
        text = float_magnitude(x, 'e', precision - 1, alt)
        at = text.find('e')
        if int(text[at + 1:]) == precision - 1:
            # all digits are in front of the point
            mantissa = text[:at]
            if not alt and '.' in mantissa:
                mantissa = mantissa.rstrip('0').rstrip('.')
            return mantissa + text[at:]
    text = float_magnitude(x, 'g', precision, alt)
    for c in text:
        if not c.isdigit():
            return text
    return text + '.0'


@specialize.argtype(0)
def format_spec(x, spec):
    """`format(x, spec)` with a parsed specification."""
    if isinstance(x, float):
        return format_float(x, spec)
    elif isinstance(x, r_uint):
        return format_int(False, x, spec, 'int')
    elif isinstance(x, int) or isinstance(x, base_int):
        i = intmask(x)
        return format_int(i < 0, magnitude(i), spec, type_name(x))
    elif isinstance(x, str):
        return format_text(x, spec)
    elif isinstance(x, unicode):
        return format_utext(x, spec)
    raise TypeError("unsupported format string passed to " + type_name(x) + ".__format__")


@specialize.argtype(0)
def format_plain(x):
    return str(x)


@specialize.argtype(0)
def format_(x, text):
    """`format(x, text)` with a specification that is known only at run time."""
    if len(text) == 0:
        return str(x)
    return format_spec(x, parse_spec(text, type_name(x)))


# ---- str.format

def format_function(fmt, wide, count, names):
    """The function of `fmt.format(…)` with so many positional arguments and these keywords (joined by commas); or a text that
    says what is wrong."""
    key = (fmt, count, names, wide, 'format')
    if key in _functions:
        return _functions[key]
    try:
        return make_format(key, fmt, Fields(count, [n for n in names.split(',') if n]), wide)
    except ValueError as e:
        return str(e)


def format_map_function(fmt, wide):
    """The function of `fmt.format_map(mapping)`; or a text that says what is wrong."""
    key = (fmt, wide, 'format_map')
    if key in _functions:
        return _functions[key]
    try:
        return make_format(key, fmt, FieldsOfMapping(), wide)
    except ValueError as e:
        return str(e)


class Fields(object):
    """State while a format string is taken apart (translation time)."""

    def __init__(self, count, names):
        self.count = count
        self.names = names
        self.auto = 0
        self.manual = False

    def argument(self, name):
        if name == '':
            if self.manual:
                raise ValueError('cannot switch from manual field specification to automatic field numbering')
            name = str(self.auto)
            self.auto += 1
        elif name.isdigit():
            if self.auto:
                raise ValueError('cannot switch from automatic field numbering to manual field specification')
            self.manual = True
        if name.isdigit():
            if int(name) >= self.count:
                raise ValueError('Replacement index %s out of range for positional args tuple' % name)
            return '_a' + name
        if name not in self.names:
            raise ValueError("the format string wants an argument '%s'" % name)
        return '_k_' + name

    def signature(self):
        """The parameters of the function, and the statements it begins with."""
        params = ['_a%d' % i for i in range(self.count)]
        # keyword parameters keep their names
        return ', '.join(params + self.names), ['_k_%s = %s' % (k, k) for k in self.names]


class FieldsOfMapping(object):
    """The same for `format_map`: each field is an item of the argument."""

    def argument(self, name):
        if name == '' or name.isdigit():
            raise ValueError('Format string contains positional fields')
        return '_mapping[%r]' % name

    def signature(self):
        return '_mapping', []


def make_format(key, fmt, fields, wide):
    namespace = {}
    lines = []
    pieces = []
    for part in split_format(str(fmt) if not wide else fmt.encode('utf-8')):
        name = '_p%d' % len(pieces)
        pieces.append(name)
        if not isinstance(part, tuple):
            namespace[name] = part.decode('utf-8') if wide else part
            continue
        e = field_expression(part, fields, namespace)
        if wide:
            e = e + ".decode('utf-8')"
        lines.append('%s = %s' % (name, e))
    params, first = fields.signature()
    return finish(key, 'format_text_(%s)' % params, first + lines, pieces, namespace, wide)


def split_format(fmt):
    """Literal pieces, and fields as (name, conversion, spec)."""
    parts = []
    literal = ''
    i = 0
    n = len(fmt)
    while i < n:
        c = fmt[i]
        i += 1
        if c == '}':
            if i < n and fmt[i] == '}':
                literal += '}'
                i += 1
                continue
            raise ValueError("Single '}' encountered in format string")
        if c != '{':
            literal += c
            continue
        if i < n and fmt[i] == '{':
            literal += '{'
            i += 1
            continue
        start = i
        depth = 1
        while i < n and depth > 0:
            if fmt[i] == '{':
                depth += 1
            elif fmt[i] == '}':
                depth -= 1
            elif fmt[i] == '[' and depth == 1:
                while i < n and fmt[i] != ']':
                    i += 1
            i += 1
        if depth > 0:
            raise ValueError("expected '}' before end of string" if start < n else "Single '{' encountered in format string")
        if literal:
            parts.append(literal)
            literal = ''
        parts.append(split_field(fmt[start:i - 1]))
    if literal:
        parts.append(literal)
    return parts


def split_field(text):
    i = 0
    while i < len(text) and text[i] not in '!:':
        if text[i] == '[':
            while i < len(text) and text[i] != ']':
                i += 1
        i += 1
    name = text[:i]
    conversion = ''
    if i < len(text) and text[i] == '!':
        conversion = text[i + 1:i + 2]
        if conversion not in ('r', 's', 'a'):
            raise ValueError("Unknown conversion specifier '%s'" % conversion)
        i += 2
        if i < len(text) and text[i] != ':':
            raise ValueError("expected ':' after conversion specifier")
    return name, conversion, text[i + 1:]


def field_expression(part, fields, namespace):
    name, conversion, spec = part
    e = field_value(name, fields)
    if conversion:
        e = {'r': '_f_repr(%s)', 's': '_f_str(%s)', 'a': '_f_ascii(%s)'}[conversion] % e
    if not spec:
        return e if conversion else "_f_format(%s, '')" % e
    if '{' not in spec:
        return '_f_format(%s, %r)' % (e, spec)
    words = []
    for p in split_format(spec):
        if isinstance(p, tuple):
            words.append(field_expression(p, fields, namespace))
        else:
            n = '_t%d' % len(namespace)
            namespace[n] = p
            words.append(n)
    return '_f_format_(%s, %s)' % (e, ' + '.join(words))


def field_value(name, fields):
    """`0.attr[3][key]` as an expression."""
    i = 0
    while i < len(name) and name[i] not in '.[':
        i += 1
    e = fields.argument(name[:i])
    while i < len(name):
        if name[i] == '.':
            j = i + 1
            while j < len(name) and name[j] not in '.[':
                j += 1
            if j == i + 1:
                raise ValueError('Empty attribute in format string')
            e = e + name[i:j]
            i = j
            continue
        if name[i] != '[':
            raise ValueError("Only '.' or '[' may follow ']' in format field specifier")
        j = name.find(']', i)
        if j < 0:
            raise ValueError("Missing ']' in format string")
        index = name[i + 1:j]
        if not index:
            raise ValueError('Empty attribute in format string')
        e = '%s[%s]' % (e, index if index.isdigit() else repr(index))
        i = j + 1
    return e


HELPERS = ['pct_pad', 'pct_upad', 'pct_dec', 'pct_int', 'pct_float', 'pct_char', 'pct_unichar', 'pct_cut', 'pct_ucut', 'pct_precision',
           'utext', 'format_']
