"""Writes a program of random calls of built-in functions and methods, for comparison with CPython 3.

    python3 calls.py SEED COUNT          a program with about COUNT calls on stdout

Formats of all forms, string methods with extreme numbers, indices and slices, integers and floats at their edges. A call stands in a function of
its kind, and its arguments in a table, so that nothing is folded. The tables are run when the program is imported (the host
space executes the same functions), and once more when it runs; both results are printed, exceptions with class and message.

`KINDS` has a row for each kind of call: the letters of its arguments (`POOLS`) and the expression. Where the language differs from Python by
design, the arguments that would show it are left out; the comment names the rule (pages of docs/language).
"""
import math
import random
import sys

MAXINT = 2 ** 63 - 1
MININT = -2 ** 63

HEAD = '''"""Random calls, seed @SEED@."""
import math

from rpython.rlib.objectmodel import specialize
from rpython.rlib.rarithmetic import intmask, ovfcheck

INF = float("inf")
NAN = float("nan")


class Shape(object):
    def __init__(self, name, size):
        self.name = name
        self.size = size


def failed(e):
    # MemoryError has no message, that of OverflowError depends on CPython's own types of C, and UnicodeError's are not kept.
    if isinstance(e, (MemoryError, OverflowError, UnicodeError)):
        return e.__class__.__name__
    return e.__class__.__name__ + ": " + str(e)


def one_line(text):
    return text.replace("\\n", "\\\\n").replace("\\r", "\\\\r")


def near(x):
    # The C library may differ from CPython's own functions in the last digits.
    return "%.10g" % x


def fits(x):
    return -9.2e18 < x < 9.2e18 or x - x != 0.0


def to_int(x):
    # int() of a large float: section 5, OverflowError.
    if fits(x):
        return str(int(x))
    return "large"


def items(r):
    """The first items of something long."""
    out = []
    for x in r:
        out.append(x)
        if len(out) == 5:
            break
    return str(out)


@specialize.argtype(0)
def with_insert(l, i, x):
    l.insert(i, x)
    return repr(l)


@specialize.argtype(0)
def with_pop(l, i):
    x = l.pop(i)
    return repr(l) + " " + str(x)


@specialize.argtype(0)
def with_item(l, i, x):
    l[i] = x
    return repr(l)


@specialize.argtype(0)
def with_slice(l, i, j, m):
    l[i:j] = m
    return repr(l)


def with_step(l, i, j, k, m):
    l[i:j:k] = m
    return repr(l)


def without_item(l, i):
    del l[i]
    return repr(l)


def without_slice(l, i, j):
    del l[i:j]
    return repr(l)


def without_step(l, i, j, k):
    del l[i:j:k]
    return repr(l)


def times(l, n):
    l *= n
    return repr(l)


def add_ovf(a, b):
    return ovfcheck(a + b)


def sub_ovf(a, b):
    return ovfcheck(a - b)


def mul_ovf(a, b):
    return ovfcheck(a * b)


def lshift_ovf(a, b):
    return ovfcheck(a << b)
'''

TAIL = '''
imported = []
for f in ALL:
    f(imported)


def entry_point(argv):
    for line in imported:
        print(line)
    print("at run time")
    lines = []
    for f in ALL:
        f(lines)
    for line in lines:
        print(line)
    return 0


def target(driver, args):
    return entry_point
'''

#: One kind: a table, the call, and the loop over the table.
KIND = '''
@NAME@_rows = [
@ROWS@]


def @NAME@(row):
    @PARAMS@ = row
    return @BODY@


def all_@NAME@(out):
    n = 0
    for row in @NAME@_rows:
        try:
            r = @NAME@(row)
        except Exception as e:
            r = failed(e)
        out.append("@NAME@ " + str(n) + ": " + one_line(r))
        n += 1
'''

#: Calls that differ in what must be constant: a function for each.
CONSTANTS = '''
@FUNCTIONS@

@NAME@_rows = [
@ROWS@]


def all_@NAME@(out):
    n = 0
    for f, x in @NAME@_rows:
        try:
            r = f(x)
        except Exception as e:
            r = failed(e)
        out.append("@NAME@ " + str(n) + ": " + one_line(r))
        n += 1
'''

SMALL = [-9, -8, -7, -5, -4, -3, -2, -1, 0, 0, 1, 1, 2, 2, 3, 3, 4, 5, 6, 7, 8, 9, 12]
EDGES = [127, 128, 255, 256, 2 ** 31 - 1, 2 ** 31, -2 ** 31, -2 ** 31 - 1, 2 ** 32 - 1, 2 ** 32, 2 ** 33, 2 ** 53 - 1, 2 ** 53, 2 ** 62 - 1, 2 ** 62, -2 ** 62,
         MAXINT - 1, MAXINT, MININT, MININT + 1, 10 ** 18, -10 ** 18, 999999, 1000000, -1234567, 123456789012]
#: Sizes: small ones, and those that no machine has (what lies between may or may not be there).
HUGE = [2 ** 50, 2 ** 60 + 3, 2 ** 62, MAXINT // 3, MAXINT - 1, MAXINT]
FLOATS = ['0.0', '-0.0', '1.0', '-1.0', '0.5', '1.5', '2.5', '-2.5', '0.1', '1e22', '1e23', '9007199254740993.0', '1e16', '123456789012345680.0', '5e-324', '-5e-324',
          '2.2250738585072014e-308', '1.7976931348623157e+308', '-1e308', '1e-5', '0.0001', '123456.789', '-0.000123456', '999999.5', '9999995.0', '0.15', '2.675', '1e100', 'INF', '-INF', 'NAN',
          '3.141592653589793', '1e15', '999999999999999.9', '4503599627370497.5', '0.045', '1e-10', '12345678.9', '0.9999999999', '99.5', '2.0', '10.0', '-7.0', '3.0']
WORDS = ['', 'a', 'ab', 'abab', 'aaaa', 'abc abc', '  x y  ', 'a,b,,c', 'Hello World', 'tab\there', 'one\ntwo\r\nthree\rfour', '\t\t', '-12', '+7', '12345', 'ab\ncd\tef', 'xX', 'HELLO', 'it\'s a "q"', 'a\\b', 'x' * 30,
         '0', ' ', 'a b  c   d', '\x00\x7f', 'aXbXc', '__x1', '9lives', 'The Quick brown', '\n', 'a\n\nb\n', 'e1', 'abcabcabc', '1_000', '%d', '{}']
NEEDLES = ['', 'a', 'b', 'ab', 'X', 'x', ' ', ',', 'abc', 'l', '  ', 'zz', '\n', '\t', 'bc', 'lo']
WIDE = ['', 'a', '\xe9t\xe9', '\xe4\xf6\xfc', 'stra\xdfe', '\u03a3\u03b1\u03c2', '\u0130x', '\u01c5u', ' \u3000x\u2003', '\u4e2d\u6587', '\U0001f600!', 'a\u2028b\x85c\x1cd', '\xb2\xbd\u0661', '\u2167', 'x\xa0y z', '\ufb01n',
        'ABC', 'a,b,c', 'tab\tx', '\u03a3', 'A\u0301b', '\xff\u0100', 'Hello w\xf6rld', '\x00\x7f\xad', "it's", '\u1e9e\xdf', '\ud7ff\ue000']
WIDE_NEEDLES = ['', 'a', '\xe9', '\xdf', 'x', ' ', ',', '\u6587', '\U0001f600', 'b', '\u03a3', 't\xe9']
#: int() and float() of texts.
NUMERALS = ['0', '-0', '+5', ' 12 ', '0x1f', '0X_1f', '0b101', '0o17', '017', '1_000', '1__0', '_1', '1_', '', ' ', '-', '+-1', '12a', 'zz', 'Z', '7fffffffffffffff', '-8000000000000000', '9223372036854775807', '-9223372036854775808',
            '0x', '0b', '0_7', '00', '000', '0b2', '1.5', '1e5', '- 1', '1 2', '\t3\n', '0xffff', '11111111', '777', 'b101', 'o17', 'x1f', '0_', '1L', '--1', '\x0c4\x0b', '123456789012345678', '0b_1', '-0x_1']
FLOAT_TEXTS = ['0', '-0', '1.5', '.5', '5.', '.', '', ' ', '1e5', '1E+5', '1e-400', '1e400', '-1e400', 'inf', '-Inf', '+INFINITY', 'infinit', 'nan', '-NaN', 'nan(1)', '0x1p3', '1_0.5', '1_.5', '1._5', '1e_5', '1e1_0', '_1', ' 1.5 ', '\t2\n', '1 2',
               '1e', 'e5', '1e+', '+.5e-3', '--1', '1,5', '4.9e-324', '2.4703282292062327e-324', '2.4703282292062328e-324', '1.7976931348623158e308', '1.7976931348623159e308', '9007199254740993', '123456789012345678901234567890', '1.e5', '1d5', '1f', 'infinity1', '0.1e1',
               '8.98846567431158e307', '2.2250738585072011e-308', '1' * 40, '0.' + '0' * 30 + '1', '1e99999999999', '-.0', '+', '1e5.', '1__0']
CODES = [-1, 0, 9, 31, 32, 65, 126, 127, 128, 255, 256, 0x20ac, 0xffff, 0x10000, 0x10ffff, 0x110000, 2 ** 31, 2 ** 32 + 65, MAXINT, MININT]


def listed(values):
    return lambda r: repr(r.choice(values))


def any_int(r):
    k = r.random()
    if k < 0.45:
        return str(r.choice(SMALL))
    if k < 0.8:
        return str(r.choice(EDGES))
    n = r.getrandbits(r.randrange(1, 64))
    return str(n - 2 ** 63 if k > 0.98 else -n if k < 0.9 else min(n, MAXINT))


def index(r):
    k = r.random()
    if k < 0.75:
        return str(r.choice(SMALL))
    return str(r.choice([MAXINT, MAXINT - 1, MININT, MININT + 1, 2 ** 62, -2 ** 62, 2 ** 32, -2 ** 32, 2 ** 31, 30, -30]))


def step(r):
    if r.random() < 0.7:
        return str(r.choice([-3, -2, -1, 1, 2, 3, 0]))
    return str(r.choice([MAXINT, MININT, MININT + 1, 2 ** 62, -2 ** 62, 2 ** 32]))


def step_but_1(r):
    """For assignment: by a computed step of 1, too, the lengths must agree (section 3)."""
    while True:
        n = step(r)
        if n != '1':
            return n


def size(r):
    """A width or count."""
    if r.random() < 0.75:
        return str(r.choice([-3, -1, 0, 1, 2, 3, 5, 8, 9, 10, 17, 40]))
    return str(r.choice(HUGE + [-2 ** 62, MININT + 1]))


def c_size(r):
    """A number that Python takes as an int of C."""
    if r.random() < 0.75:
        return str(r.choice([-3, -1, 0, 1, 2, 3, 5, 8, 9, 16]))
    return str(r.choice(HUGE + [2 ** 31, 2 ** 32, 2 ** 33, -2 ** 31 - 1, MININT]))


def limit(r):
    return str(r.choice([-1, 0, 1, 2, 3, 100, MAXINT, MININT, 2 ** 32, -2]))


def any_float(r):
    k = r.random()
    if k < 0.7:
        return r.choice(FLOATS)
    if k < 0.8:
        return repr(float(r.randrange(-10 ** 6, 10 ** 6)) / r.choice([1, 2, 4, 8, 10, 100, 1000]))
    x = math.ldexp(r.random() + 0.5, r.choice([-1073, -1030, -300, -60, -20, -3, 0, 1, 4, 12, 30, 52, 53, 54, 63, 64, 200, 1000, 1023]))
    return repr(-x if r.random() < 0.5 else x)


def short_float(r):
    """Within the range where all functions have values."""
    return repr(r.choice([0.0, -0.0, 0.5, 1.0, -1.0, 2.0, 0.25, -0.75, 1e-5, 3.5, -2.5, 7.0, 100.0, 0.1, -1e-9, r.uniform(-5, 5)]))


def exact_int(r):
    """An int that is also a float: section 3, an int and a float are compared as floats."""
    return str(r.choice([-3, -1, 0, 1, 2, 10, 2 ** 53, -2 ** 53, 2 ** 53 - 1, 2 ** 62, -2 ** 62, MININT, 10 ** 15, 10 ** 18]))


def list_of(items, longest):
    return lambda r: '[%s]' % ', '.join(items(r) for _ in range(r.randrange(longest + 1)))


def unicode_of(values):
    return lambda r: 'u' + ascii(r.choice(values))


def short_range(r):
    """Bounds and step of a range with at most 50 items, often at the edge of the ints."""
    k = r.random()
    if k < 0.3:
        return '%d, %d, %d' % (r.randrange(-9, 9), r.randrange(-9, 9), r.choice([-3, -1, 1, 2, 5]))
    step = r.choice([1, 2, 3, 7, 2 ** 32, 2 ** 61, 2 ** 62, MAXINT, -1, -2, -3, -2 ** 61, -2 ** 62, MININT, MININT + 1])
    if step > 0:
        stop = r.choice([MAXINT, MAXINT - 1, 0, 5, MININT + 3, 2 ** 62])
        start = max(MININT, stop - step * r.randrange(5) - r.randrange(min(step, 10) + 1))
    else:
        stop = r.choice([MININT, MININT + 1, 0, -5, MAXINT - 3, -2 ** 62])
        start = min(MAXINT, stop - step * r.randrange(5) + r.randrange(min(-step, 10) + 1))
    return '%d, %d, %d' % (start, stop, step)


def numeral(r):
    """A text and a base; numbers beyond 64 bits are left out (section 6: ValueError)."""
    while True:
        text, base = r.choice(NUMERALS), r.choice([0, 2, 8, 10, 10, 16, 16, 36, 3, 7, 1, 37, -1, MAXINT, MININT])
        try:
            n = int(text, base)
        except (ValueError, OverflowError):
            n = 0
        # Python 2's suffix is a number at import time
        if MININT <= n <= MAXINT and not text.endswith('L'):
            return '%r, %d' % (text, base)


# ---- formats

def maybe(r, p, text):
    return text if r.random() < p else ''


def pct_width(r):
    k = r.random()
    if k < 0.35:
        return ''
    if k < 0.9:
        return str(r.choice([0, 1, 2, 5, 8, 12, 25])).lstrip('0')
    return str(r.choice(HUGE + [2 ** 63, 2 ** 64 + 5, 10 ** 25]))


def precision(r, huge):
    k = r.random()
    if k < 0.4:
        return ''
    if k < 0.5:
        return '.'
    if k < 0.95 or not huge:
        return '.%d' % r.choice([0, 1, 2, 3, 5, 10, 17, 20, 50, 330])
    return '.%d' % r.choice([2 ** 31, 2 ** 32, 2 ** 33, 2 ** 50, 2 ** 62, 2 ** 63, 2 ** 64 + 2, 10 ** 25])


def flags(r):
    return ''.join(maybe(r, 0.25, c) for c in '-+ #0')


def percent(letters):
    """A `%` format with one value; the conversion is one of these."""
    def make(r):
        letter = r.choice(letters)
        spec = '%' + flags(r) + pct_width(r) + precision(r, True) + maybe(r, 0.1, r.choice('hlL')) + letter
        return repr(maybe(r, 0.2, r.choice(['<', 'a%%', '\n'])) + spec + maybe(r, 0.2, r.choice(['>', '%%', ' x'])))
    return make


def star(letters, first, second):
    """A `%` format with `*`."""
    def make(r):
        return repr('%' + flags(r) + first + second + r.choice(letters))
    return make


def known(make, *values):
    """A `%` format that is part of the program: sizes that no int holds are errors of the translation."""
    def again(r):
        while True:
            text = make(r)
            try:
                eval(text) % values
            except ValueError:
                continue
            except (MemoryError, OverflowError):
                pass
            return text
    return again


def wrong_percent(r):
    return repr(r.choice(['%', '%5', '%.', '%5.2', '%q', '%(', '%(a)', '%d %d', '%-', '%#', '%y', '%5.3z', '%d%', 'abc', '%%', '%*d', '%.*f', '%l', '%(a)d', '%s%s', '% d', '%!', '%5%', '%-5%|', '%.3%',
                          '%v', '%hhd', '%lld', '%b', '%n', '%p', '%5.5', '%1$d', '%0', '%+', '%ld', '%hs', '%Lf', '%\x01', '%99999999999999999999d', '%.99999999999999999999d']))


def spec(types, signs='+- ', groups=',_', huge=True):
    """A format specification; mostly of the form that the types take."""
    def make(r):
        wrong = r.random() < 0.1
        out = maybe(r, 0.3, r.choice(['', '*', '0', 'x', '-', '<', ' ', '{']) + r.choice('<>=^' if signs or wrong else '<>^'))
        if signs or wrong:
            out += maybe(r, 0.3, r.choice(signs or '+- '))
            out += maybe(r, 0.25, '#')
        out += maybe(r, 0.2, '0')
        k = r.random()
        if k < 0.5:
            out += str(r.choice([1, 2, 5, 8, 12, 25, 40]))
        elif k < 0.54 and huge:
            out += str(r.choice(HUGE + [2 ** 63, 2 ** 64 + 5, 10 ** 25]))
        # (CPython counts the groups of a huge width one by one)
        if (groups or wrong) and not 0.5 <= k < 0.54:
            out += maybe(r, 0.2, r.choice(groups or ',_'))
        letter = r.choice(types)
        if letter not in 'dxXobcn' or wrong:
            p = precision(r, huge)
            out += p if p != '.' or wrong else '.3'
        out += r.choice('dfsxzq%,') if wrong else letter.strip()
        return out
    return make


def quoted_spec(*args):
    make = spec(*args)
    return lambda r: repr(make(r))


INT_TYPES, FLOAT_TYPES, TEXT_TYPES = ' dxXobneEfFgG%', ' eEfFgG%n', ' s'

POOLS = {
    'i': any_int,
    'e': exact_int,
    'n': index,
    'k': step,
    'K': step_but_1,
    'w': size,
    'c': c_size,
    'm': limit,
    'f': any_float,
    'g': short_float,
    's': listed(WORDS),
    't': listed(NEEDLES),
    'u': unicode_of(WIDE),
    'v': unicode_of(WIDE_NEEDLES),
    'b': lambda r: r.choice(['True', 'False']),
    'l': list_of(lambda r: str(r.randrange(10)), 6),
    'q': list_of(listed(WORDS), 4),
    'S': lambda r: str(r.choice([0, 1, 2, 3, 5, 31, 32, 62, 63, 64, 65, 70, 2 ** 31, 2 ** 62, MAXINT, -1, MININT])),
    'L': lambda r: str(r.choice([0, 1, 2, 3, 5, 31, 32, 62, 63, 64, 65, 70, 200, -1, MININT])),
    'E': lambda r: str(r.choice([0, 1, 2, 3, 5, 10, 31, 62, 63, 64, 65])),
    'd': lambda r: str(r.choice([-400, -325, -308, -20, -3, -2, -1, 0, 1, 2, 3, 10, 15, 16, 17, 22, 300, 324, 400, 2 ** 31, -2 ** 31, MAXINT, MININT])),
    'D': lambda r: str(r.choice([-25, -20, -19, -18, -3, -2, -1, 0, 1, 5, 2 ** 31, 2 ** 62])),
    'o': lambda r: str(r.choice(CODES)),
    'y': lambda r: str(r.choice([0, 1, 2, 7, 8, 9, 20])) if r.random() < 0.85 else str(r.choice(HUGE + [-1, -2 ** 62])),
    # 'c' gives a byte: section 9, `str` is bytes
    'j': lambda r: str(r.choice([0, 9, 65, 126, 127, -1])),
    'J': quoted_spec('c'),
    'B': lambda r: r.choice(['"big"', '"little"', '"Big"', '""']),
    'N': numeral,
    'T': listed(FLOAT_TEXTS),
    'R': short_range,
    'P': percent('diuxXoc'),
    'Q': percent('eEfFgG'),
    'W': percent('sr'),
    'X': wrong_percent,
    '1': star('diuxXosreEfFgG', '*', ''),
    '2': star('diuxXosreEfFgG', '', '.*'),
    '3': star('diuxXosreEfFgG', '*', '.*'),
    'I': quoted_spec(INT_TYPES),
    'F': quoted_spec(FLOAT_TYPES),
    'Y': quoted_spec(TEXT_TYPES, '', ''),
}

#: (name, letters of the arguments, expression of their names a, b, c, …)
KINDS = [
    # `%` with a format that is known at run time
    ('pct_int', 'Pi', 'a % b'),
    ('pct_float', 'Qf', 'a % b'),
    ('pct_int_of_float', 'Qi', 'a % b'),
    ('pct_text', 'Ws', 'a % b'),
    ('pct_text_of_int', 'Wi', 'a % b'),
    ('pct_text_of_float', 'Wf', 'a % b'),
    ('pct_bool', 'Pb', 'a % b'),
    ('pct_wrong_int', 'Xi', 'a % b'),
    ('pct_wrong_text', 'Xs', 'a % (b,)'),
    ('pct_wrong_float', 'Xf', 'a % (b,) if fits(b) else ""'),
    ('pct_wrong_pair', 'Xis', 'a % (b, c)'),
    ('pct_mixed', 'Ps', 'a % b'),
    ('pct_mixed_float', 'Pf', 'a % b if fits(b) else ""'),
    ('pct_width', '1wi', 'a % (b, c)'),
    ('pct_precision', '2ci', 'a % (b, c)'),
    ('pct_precision_float', '2cf', 'a % (b, c) if fits(c) else ""'),
    ('pct_both', '3wci', 'a % (b, c, d)'),
    ('pct_both_float', '3wcf', 'a % (b, c, d) if fits(d) else ""'),
    ('pct_char', 'o', '"%c|" % a if a < 128 else ""'),
    ('pct_uchar', 'o', 'repr(u"%c|" % a)'),
    # specifications that are known at run time
    ('spec_int', 'iI', 'format(a, b)'),
    ('spec_char', 'jJ', 'format(a, b)'),
    ('spec_float', 'fF', 'format(a, b)'),
    ('spec_text', 'sY', 'format(a, b)'),
    ('spec_bool', 'bI', 'format(a, b)'),
    ('spec_unicode', 'uY', 'format(a, b)'),
    ('fstring_int', 'iI', "f'{a:{b}}|{a!r:>5}'"),
    ('fstring_float', 'fF', "f'{a:{b}}|{a!s}'"),
    ('fstring_text', 'sY', "f'{a:{b}}|{a!r}'"),
    ('str_format_int', 'iI', "'{0:{1}}|{0}'.format(a, b)"),
    ('str_format_nested', 'fwc', "'{0:{1}.{2}f}'.format(a, b, c)"),
    ('str_format_width', 'sw', "'{0:{1}}'.format(a, b)"),
    ('str_format_attr', 'sif', "'{0.name!r:>9}{0.size:+,} {1[1]:.3e}'.format(Shape(a, b), [0.5, c])"),
    # searching
    ('find', 'stnn', 'str(a.find(b, c, d))'),
    ('find_from', 'stn', 'str(a.find(b, c))'),
    ('rfind', 'stnn', 'str(a.rfind(b, c, d))'),
    ('rfind_from', 'stn', 'str(a.rfind(b, c))'),
    ('index', 'stnn', 'str(a.index(b, c, d))'),
    ('rindex', 'stnn', 'str(a.rindex(b, c, d))'),
    ('count', 'stnn', 'str(a.count(b, c, d))'),
    ('startswith', 'stnn', 'str(a.startswith(b, c, d))'),
    ('endswith', 'stnn', 'str(a.endswith(b, c, d))'),
    ('endswith_any', 'sttnn', 'str(a.endswith((b, c), d, e))'),
    ('startswith_any', 'sttnn', 'str(a.startswith((b, c), d, e))'),
    ('contains', 'st', 'str(b in a)'),
    ('replace', 'stt', 'repr(a.replace(b, c))'),
    ('replace_some', 'sttm', 'repr(a.replace(b, c, d))'),
    # parts
    ('split', 'stm', 'str(a.split(b, c))'),
    ('rsplit', 'stm', 'str(a.rsplit(b, c))'),
    ('split_blanks', 'sm', 'str(a.split(None, b))'),
    ('rsplit_blanks', 'sm', 'str(a.rsplit(None, b))'),
    ('split_plain', 's', 'str(a.split()) + str(a.rsplit())'),
    ('splitlines', 'sb', 'str(a.splitlines(b)) + str(a.splitlines())'),
    ('partition', 'st', 'str(a.partition(b))'),
    ('rpartition', 'st', 'str(a.rpartition(b))'),
    ('strip', 'st', 'repr(a.strip(b) + "|" + a.lstrip(b) + "|" + a.rstrip(b))'),
    ('strip_blanks', 's', 'repr(a.strip() + "|" + a.lstrip() + "|" + a.rstrip())'),
    ('remove', 'st', 'repr(a.removeprefix(b) + "|" + a.removesuffix(b))'),
    ('slice', 'snn', 'repr(a[b:c])'),
    ('slice_from', 'sn', 'repr(a[b:]) + repr(a[:b])'),
    ('slice_step', 'snnk', 'repr(a[b:c:d])'),
    ('slice_every', 'sk', 'repr(a[::b])'),
    ('slice_back', 'snk', 'repr(a[b::c]) + repr(a[:b:c])'),
    ('item', 'sn', 'repr(a[b])'),
    ('join', 'tq', 'repr(a.join(b))'),
    ('text_times', 'tw', 'repr(a * b)'),
    # padding
    ('center', 'sw', 'repr(a.center(b))'),
    ('ljust', 'sw', 'repr(a.ljust(b))'),
    ('rjust', 'sw', 'repr(a.rjust(b))'),
    ('zfill', 'sw', 'repr(a.zfill(b))'),
    ('center_with', 'sw', 'repr(a.center(b, "*") + a.ljust(b, ".") + a.rjust(b, "0"))'),
    ('fill_wrong', 'st', 'repr(a.center(9, b))'),
    ('expandtabs', 'sc', 'repr(a.expandtabs(b))'),
    # letters
    ('cases', 's', 'repr(a.upper() + a.lower() + a.title() + a.capitalize() + a.swapcase() + a.casefold())'),
    ('tests', 's', 'str([a.isalpha(), a.isdigit(), a.isalnum(), a.isspace(), a.isupper(), a.islower(), a.istitle()])'),
    ('more_tests', 's', 'str([a.isdecimal(), a.isnumeric(), a.isidentifier(), a.isprintable(), a.isascii()])'),
    ('translate', 'stt', 'repr(a.translate(str.maketrans("abX ", "ba_x"))) + repr(a.translate({97: "AA", 98: None, 32: ""}))'),
    ('maketrans', 'stt', 'repr(a.translate(str.maketrans(b, c)))'),
    ('text_repr', 's', 'repr(a) + ascii(a) + str(len(a))'),
    ('compare', 'st', 'str([a < b, a <= b, a == b, a != b, a > b, a >= b])'),
    # unicode: the text is one type with str in Python 3
    ('u_find', 'uvnn', 'str([a.find(b, c, d), a.rfind(b, c, d), a.count(b, c, d)])'),
    ('u_index', 'uvnn', 'str(a.index(b, c, d))'),
    ('u_rindex', 'uvnn', 'str(a.rindex(b, c, d))'),
    ('u_affix', 'uvnn', 'str([a.startswith(b, c, d), a.endswith(b, c, d)])'),
    ('u_replace', 'uvvm', 'repr(a.replace(b, c, d)) + repr(a.replace(b, c))'),
    ('u_split', 'uvm', 'repr(a.split(b, c)) + repr(a.rsplit(b, c))'),
    ('u_blanks', 'um', 'repr(a.split(None, b)) + repr(a.rsplit(None, b)) + repr(a.strip()) + repr(a.lstrip()) + repr(a.rstrip())'),
    ('u_lines', 'ub', 'repr(a.splitlines(b))'),
    ('u_partition', 'uv', 'repr(a.partition(b)) + repr(a.rpartition(b))'),
    ('u_strip', 'uv', 'repr(a.strip(b)) + repr(a.lstrip(b)) + repr(a.rstrip(b))'),
    ('u_slice', 'unnk', 'repr(a[b:c:d]) + repr(a[b:c])'),
    ('u_item', 'un', 'repr(a[b])'),
    ('u_pad', 'uw', 'repr(a.center(b)) + repr(a.ljust(b, u"\\xe9")) + repr(a.rjust(b)) + repr(a.zfill(b))'),
    ('u_tabs', 'uc', 'repr(a.expandtabs(b))'),
    ('u_cases', 'u', 'repr(a.upper()) + repr(a.lower()) + repr(a.title()) + repr(a.capitalize()) + repr(a.swapcase()) + repr(a.casefold())'),
    ('u_tests', 'u', 'str([a.isalpha(), a.isdigit(), a.isalnum(), a.isspace(), a.isupper(), a.islower(), a.istitle(), a.isdecimal(), a.isnumeric(), a.isidentifier(), a.isprintable()])'),
    ('u_repr', 'u', 'repr(a) + ascii(a) + str(len(a)) + repr(a.encode("utf-8").decode("utf-8"))'),
    ('u_ascii', 'u', 'str(len(a.encode("ascii")))'),
    ('u_latin', 'u', 'str(len(a.encode("latin-1")))'),
    ('u_errors', 'u', 'repr([a.encode("ascii", "replace").decode("ascii"), a.encode("ascii", "ignore").decode("ascii"), a.encode("ascii", "backslashreplace").decode("ascii")])'),
    ('u_compare', 'uv', 'str([a < b, a == b, a >= b, b in a])'),
    ('u_times', 'vw', 'repr(a * b)'),
    ('u_join', 'vuu', 'repr(a.join([b, c]))'),
    ('u_numbers', 'u', 'str(int(a)) + str(float(a))'),
    # bytearrays
    ('b_slice', 'snnk', 'repr(bytearray(a.encode("ascii"))[b:c:d]) + repr(bytearray(a.encode("ascii"))[b:c])'),
    ('b_item', 'sn', 'str(bytearray(a.encode("ascii"))[b])'),
    ('b_find', 'stnn', 'str([bytearray(a.encode("ascii")).find(b.encode("ascii"), c, d), bytearray(a.encode("ascii")).rfind(b.encode("ascii"), c, d), bytearray(a.encode("ascii")).count(b.encode("ascii"), c, d)])'),
    ('b_affix', 'stnn', 'str([bytearray(a.encode("ascii")).startswith(b.encode("ascii"), c, d), bytearray(a.encode("ascii")).endswith(b.encode("ascii"), c, d)])'),
    ('b_split', 'stm', 'repr(bytearray(a.encode("ascii")).split(b.encode("ascii"), c))'),
    ('b_replace', 'sttm', 'repr(bytearray(a.encode("ascii")).replace(b.encode("ascii"), c.encode("ascii"), d))'),
    ('b_pad', 'sw', 'repr(bytearray(a.encode("ascii")).center(b)) + repr(bytearray(a.encode("ascii")).ljust(b)) + repr(bytearray(a.encode("ascii")).zfill(b))'),
    ('b_cases', 's', 'repr(bytearray(a.encode("ascii")).upper()) + repr(bytearray(a.encode("ascii")).title()) + repr(bytearray(a.encode("ascii")).swapcase())'),
    ('b_insert', 'sni', 'with_insert(bytearray(a.encode("ascii")), b, c)'),
    ('b_pop', 'sn', 'with_pop(bytearray(a.encode("ascii")), b)'),
    ('b_set', 'sno', 'with_item(bytearray(a.encode("ascii")), b, c)'),
    ('b_slices', 'snnt', 'with_slice(bytearray(a.encode("ascii")), b, c, d.encode("ascii"))'),
    ('b_times', 'tw', 'repr(bytearray(a.encode("ascii")) * b)'),
    ('b_strip', 'st', 'repr(bytearray(a.encode("ascii")).strip(b.encode("ascii"))) + repr(bytearray(a.encode("ascii")).strip())'),
    # lists
    ('l_item', 'ln', 'str(a[b])'),
    ('l_insert', 'lni', 'with_insert(a[:], b, c)'),
    ('l_pop', 'ln', 'with_pop(a[:], b)'),
    ('l_set', 'lni', 'with_item(a[:], b, c)'),
    ('l_del', 'ln', 'without_item(a[:], b)'),
    ('l_slice', 'lnn', 'str(a[b:c])'),
    ('l_slice_step', 'lnnk', 'str(a[b:c:d])'),
    ('l_set_slice', 'lnnl', 'with_slice(a[:], b, c, d)'),
    ('l_set_step', 'lnnKl', 'with_step(a[:], b, c, d, e)'),
    ('l_del_slice', 'lnn', 'without_slice(a[:], b, c)'),
    ('l_del_step', 'lnnk', 'without_step(a[:], b, c, d)'),
    ('l_times', 'lw', 'str(a * b)'),
    ('l_itimes', 'lw', 'times(a[:], b)'),
    ('l_index', 'linn', 'str(a.index(b, c, d))'),
    ('l_count', 'li', 'str(a.count(b)) + str(b in a)'),
    ('l_compare', 'll', 'str([a < b, a <= b, a == b, a > b])'),
    # ranges
    ('r_items', 'R', 'items(range(a, b, c)) + str(len(range(a, b, c)))'),
    ('r_list', 'R', 'str([x for x in range(a, b, c)])'),
    ('r_item', 'Rn', 'str(range(a, b, c)[d])'),
    ('r_in', 'Ri', 'str(d in range(a, b, c))'),
    ('r_reversed', 'R', 'str([x for x in reversed(range(a, b, c))])'),
    ('r_step', 'nnk', 'items(range(a, b, c))'),
    # ints
    ('i_arith', 'ii', 'str([intmask(a + b), intmask(a - b), intmask(a * b), a & b, a | b, a ^ b])'),
    ('i_div', 'ii', 'str(intmask(a // b))'),
    ('i_mod', 'ii', 'str(a % b)'),
    ('i_divmod', 'ii', 'str(intmask(divmod(a, b)[0])) + str(divmod(a, b)[1])'),
    ('i_unary', 'i', 'str([intmask(-a), ~a, intmask(abs(a)), a.bit_length(), a.bit_count(), intmask(+a)])'),
    ('i_lshift', 'iL', 'str(intmask(a << b))'),
    ('i_rshift', 'iS', 'str(a >> b)'),
    ('i_pow', 'iE', 'str(intmask(a ** b))'),
    ('i_pow_mod', 'iii', 'str(pow(a, b, c))'),
    ('i_texts', 'i', 'str(a) + repr(a) + hex(a) + oct(a) + bin(a)'),
    ('i_round', 'iD', 'str(intmask(round(a, b)))'),
    ('i_bytes', 'iyB', 'repr([x for x in bytearray(a.to_bytes(b, c))])'),
    ('i_signed_bytes', 'iyB', 'repr([x for x in bytearray(a.to_bytes(b, c, signed=True))])'),
    ('i_compare', 'ii', 'str([a < b, a <= b, a == b, a != b, a > b]) + str([min(a, b), max(a, b)])'),
    ('i_float', 'i', 'repr(float(a)) + repr(a / 3.0) + str(hash(a))'),
    ('i_ovf', 'iiS', 'str(add_ovf(a, b))'),
    ('i_ovf_sub', 'ii', 'str(sub_ovf(a, b))'),
    ('i_ovf_mul', 'ii', 'str(mul_ovf(a, b))'),
    ('i_of_text', 'N', 'str(int(a, b))'),
    ('i_chr', 'o', 'repr(chr(a)) if 0 <= a < 128 else ""'),
    # floats
    ('f_arith', 'ff', 'str([a + b, a - b, a * b])'),
    ('f_div', 'ff', 'str(a / b)'),
    ('f_floordiv', 'ff', 'str(a // b)'),
    ('f_mod', 'ff', 'str(a % b)'),
    ('f_divmod', 'ff', 'str(divmod(a, b))'),
    ('f_pow', 'ff', 'str(abs(a) ** b)'),
    ('f_int_pow', 'fE', 'str(a ** b)'),
    ('f_math_pow', 'ff', 'str(math.pow(a, b))'),
    ('f_text', 'f', 'str(a) + repr(a) + a.hex()'),
    ('f_int', 'f', 'to_int(a)'),
    ('f_round', 'f', 'str(round(a)) if fits(a) else ""'),
    ('f_round_to', 'fd', 'str(round(a, b))'),
    ('f_compare', 'ff', 'str([a < b, a <= b, a == b, a != b, a > b, a >= b])'),
    ('f_compare_int', 'fe', 'str([a < b, a <= b, a == b, a != b, b > a, b >= a])'),
    ('f_whole', 'f', 'str([math.floor(a), math.ceil(a), math.trunc(a)]) if fits(a) else ""'),
    ('f_is', 'f', 'str([a.is_integer(), math.isnan(a), math.isinf(a), math.isfinite(a), bool(a), a == a])'),
    ('f_of_text', 'T', 'repr(float(a))'),
    ('f_hash', 'f', 'str(hash(a)) if a == a else ""'),
    ('f_fmod', 'ff', 'str(math.fmod(a, b))'),
    ('f_parts', 'f', 'str(math.modf(a)) + str(math.frexp(a)) + str(math.fabs(a))'),
    ('f_ldexp', 'fd', 'str(math.ldexp(a, b))'),
    ('f_copysign', 'ff', 'str(math.copysign(a, b)) + str(math.hypot(a, b))'),
    ('f_sqrt', 'f', 'str(math.sqrt(a))'),
    ('f_log', 'f', 'near(math.log(a)) + near(math.log2(a)) + near(math.log10(a))'),
    ('f_log1p', 'f', 'near(math.log1p(a))'),
    ('f_exp', 'f', 'near(math.exp(a)) + near(math.expm1(a))'),
    ('f_trig', 'g', 'near(math.sin(a)) + near(math.cos(a)) + near(math.tan(a)) + near(math.atan(a))'),
    ('f_infinite', 'f', 'near(math.sin(a))'),
    ('f_arc', 'g', 'near(math.asin(a)) + near(math.acos(a))'),
    ('f_atan2', 'ff', 'near(math.atan2(a, b))'),
    ('f_hyperbolic', 'f', 'near(math.sinh(a)) + near(math.cosh(a)) + near(math.tanh(a)) + near(math.asinh(a))'),
    ('f_acosh', 'f', 'near(math.acosh(a))'),
    ('f_atanh', 'g', 'near(math.atanh(a))'),
    ('f_gamma', 'g', 'near(math.gamma(a)) + near(math.lgamma(a))'),
    ('f_erf', 'f', 'near(math.erf(a)) + near(math.erfc(a))'),
    ('f_degrees', 'f', 'str(math.degrees(a)) + str(math.radians(a))'),
    ('i_gcd', 'ii', 'str(intmask(math.gcd(a, b)))'),
    ('i_isqrt', 'i', 'str(math.isqrt(a))'),
]

#: Conversions with a format that is part of the program: name, the value's pool, makers of expressions in x.
CONSTANT_KINDS = [
    ('const_pct_int', 'i', [lambda r: known(percent('diuxXo'), 1)(r) + ' % x', lambda r: known(percent('sr'), 1)(r) + ' % x', lambda r: known(percent('eEfFgG'), 1)(r) + ' % x']),
    ('const_pct_float', 'f', [lambda r: known(percent('eEfFgG'), 1)(r) + ' % x', lambda r: known(percent('sr'), 1)(r) + ' % x']),
    ('const_pct_text', 's', [lambda r: known(percent('sr'), 1)(r) + ' % x', lambda r: known(percent('sr'), 1)(r) + ' % (x,)']),
    ('const_pct_bool', 'b', [lambda r: known(percent('dxsr'), 1)(r) + ' % x']),
    ('const_pct_unicode', 'u', [lambda r: 'repr(u' + known(percent('s'), 1)(r) + ' % x)']),
    ('const_pct_star', 'c', [lambda r: star('d', '', '.*')(r) + ' % (x, -12)', lambda r: star('feg', '', '.*')(r) + ' % (x, 2.5)', lambda r: star('s', '', '.*')(r) + ' % (x, "abc")']),
    ('const_pct_width', 'w', [lambda r: star('dxo', '*', '.3')(r) + ' % (x, -12)', lambda r: star('feg', '*', '')(r) + ' % (x, 2.5)', lambda r: star('s', '*', '')(r) + ' % (x, "abc")']),
    ('const_spec_int', 'i', [lambda r: 'format(x, %r)' % spec(INT_TYPES)(r), lambda r: repr('{:%s}' % plain_spec(INT_TYPES, r)) + '.format(x)',
                             lambda r: 'f' + repr('{x:%s}' % plain_spec(INT_TYPES, r))]),
    ('const_spec_float', 'f', [lambda r: 'format(x, %r)' % spec(FLOAT_TYPES)(r), lambda r: repr('<{0:%s}>' % plain_spec(FLOAT_TYPES, r)) + '.format(x)',
                               lambda r: 'f' + repr('{x:%s}' % plain_spec(FLOAT_TYPES, r))]),
    ('const_spec_text', 's', [lambda r: 'format(x, %r)' % spec(TEXT_TYPES, '', '')(r), lambda r: repr('{:%s}' % plain_spec(TEXT_TYPES, r, '', '')) + '.format(x)',
                              lambda r: 'f' + repr('{x!r:%s}' % plain_spec(TEXT_TYPES, r, '', ''))]),
    ('const_spec_bool', 'b', [lambda r: 'format(x, %r)' % spec(INT_TYPES)(r)]),
]


def plain_spec(types, r, *rest):
    """A specification that can stand in braces and quotes."""
    return spec(types, *rest)(r).replace('{', '!')


def expand(letters):
    return 'aab'[:0] + ''.join({'R': '...', 'N': '..'}.get(c, '.') for c in letters)


def write_kind(r, kind, count, wide):
    name, letters, body = kind
    n = len(expand(letters))
    rows = []
    for _ in range(count):
        values = [POOLS[c](r) for c in letters]
        rows.append('    (%s,),\n' % ', '.join(values))
    params = ', '.join('abcdefgh'[:n]) + (',' if n == 1 else '')
    text = KIND.replace('@ROWS@', ''.join(rows)).replace('@PARAMS@', params).replace('@BODY@', body)
    return text.replace('@NAME@', name), 'all_' + name


def write_constants(r, kind, count, wide):
    name, letter, makers = kind
    functions, rows = [], []
    for i in range(count):
        call = r.choice(makers)(r)
        while wide and call[:2] in ('f\'', 'f"'):
            call = r.choice(makers)(r)
        functions.append('def %s_%d(x):\n    return %s\n' % (name, i, call))
        rows.append('    (%s_%d, %s),\n' % (name, i, POOLS[letter](r)))
    text = CONSTANTS.replace('@FUNCTIONS@', '\n\n'.join(functions)).replace('@ROWS@', ''.join(rows))
    return text.replace('@NAME@', name), 'all_' + name


def is_of_other_python(kind, wide):
    if wide:
        return kind[0].startswith('fstring')
    return 'u' in kind[1] or 'v' in kind[1] or 'uchar' in kind[0]


def program(seed, count, only=''):
    r = random.Random(seed)
    share = max(1, count * 8 // 10 // len(KINDS))
    of_constants = max(1, count * 2 // 10 // len(CONSTANT_KINDS))
    parts = [HEAD.replace('@SEED@', str(seed))]
    names = []
    # f-strings make a program one of Python 3, where u'' is a str: so a program has either these or unicode strings
    wide = seed % 2 == 0
    for writer, kinds, n in [(write_kind, KINDS, share), (write_constants, CONSTANT_KINDS, of_constants)]:
        for kind in kinds:
            if is_of_other_python(kind, wide):
                continue
            text, name = writer(random.Random('%s %s' % (seed, kind[0])), kind, n, wide)
            if kind[0].startswith(only):
                parts.append(text)
                names.append(name)
    parts.append('\nALL = [%s]\n' % ', '.join(names))
    return '\n'.join(parts) + TAIL


def main(argv):
    sys.stdout.write(program(int(argv[1]), int(argv[2]), *argv[3:]))


if __name__ == '__main__':
    main(sys.argv)
