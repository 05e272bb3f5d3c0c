"""`%` with a format that is known only when the program runs. `runtime_function` gives the annotator a function for the shape of
the values; each value becomes an operand, which knows how to write itself."""

from rpython.rlib.objectmodel import specialize
from rpython.rlib.rarithmetic import r_uint
from rpython.rlib.rstring import StringBuilder
from rpython_builtins.formatting import (MOST_PRECISION, pct_int, pct_float, pct_char, pct_cut, pct_pad, pct_precision,
                                         pct_prefix, size_at)
from rpython_builtins.objects import type_name


class Flags(object):
    """What stands between the `%` and the letter; precision -1: none."""
    plus = False
    blank = False
    left = False
    zero = False
    alt = False
    width = 0
    precision = -1

    def __init__(self, python2):
        self.letter = '?'
        self.python2 = python2

    def prefix(self):
        return pct_prefix(self.letter, self.alt, self.python2)


class Operand(object):
    """A value to be written, of a type without conversions of its own."""
    text = ''
    quoted = ''
    kind = ''

    def __init__(self, text, quoted, kind):
        self.text = text
        self.quoted = quoted
        self.kind = kind

    def as_text(self):
        return self.text

    def as_repr(self):
        return self.quoted

    def size(self):
        """The value of a `*`."""
        raise TypeError('* wants int')

    def as_int(self, f):
        if f.letter == 'x' or f.letter == 'X' or f.letter == 'o':
            raise TypeError('%' + f.letter + ' format: an integer is required, not ' + self.kind)
        raise TypeError('%' + f.letter + ' format: a real number is required, not ' + self.kind)

    def as_float(self, f):
        raise TypeError('must be real number, not ' + self.kind)

    def as_char(self):
        raise TypeError('%c requires int or char')


class IntOperand(Operand):
    def __init__(self, x):
        self.x = x

    def as_text(self):
        return str(self.x)

    def as_repr(self):
        return self.as_text()

    def size(self):
        return self.x

    def as_int(self, f):
        return pct_int(self.x, base_of(f.letter), f.letter == 'X', f.prefix(), f.precision,
                       f.plus, f.blank, f.left, f.zero, f.width)

    def as_float(self, f):
        return pct_float(self.x, f.letter, f.precision, f.alt, f.plus, f.blank, f.left, f.zero, f.width)

    def as_char(self):
        return pct_char(self.x)


class BoolOperand(IntOperand):
    def as_text(self):
        return 'True' if self.x else 'False'


class UIntOperand(Operand):
    def __init__(self, x):
        self.x = x

    def as_text(self):
        return str(self.x)

    def as_repr(self):
        return self.as_text()

    def as_int(self, f):
        return pct_int(self.x, base_of(f.letter), f.letter == 'X', f.prefix(), f.precision,
                       f.plus, f.blank, f.left, f.zero, f.width)

    def as_float(self, f):
        return pct_float(self.x, f.letter, f.precision, f.alt, f.plus, f.blank, f.left, f.zero, f.width)


class FloatOperand(Operand):
    kind = 'float'

    def __init__(self, x):
        self.x = x

    def as_text(self):
        return str(self.x)

    def as_repr(self):
        return self.as_text()

    def as_int(self, f):
        if f.letter == 'x' or f.letter == 'X' or f.letter == 'o':
            raise TypeError('%' + f.letter + ' format: an integer is required, not float')
        return pct_int(self.x, 10, False, '', f.precision, f.plus, f.blank, f.left, f.zero, f.width)

    def as_float(self, f):
        return pct_float(self.x, f.letter, f.precision, f.alt, f.plus, f.blank, f.left, f.zero, f.width)


class TextOperand(Operand):
    kind = 'str'

    def __init__(self, x):
        self.x = x

    def as_text(self):
        return self.x

    def as_repr(self):
        return repr(self.x)

    def as_char(self):
        return pct_char(self.x)


def base_of(letter):
    if letter == 'x' or letter == 'X':
        return 16
    if letter == 'o':
        return 8
    return 10


@specialize.argtype(0)
def wrap(x, quoted):
    """The operand of a value; its `repr` is made only if the format may want it."""
    if isinstance(x, bool):
        return BoolOperand(int(x))
    if isinstance(x, float):
        return FloatOperand(x)
    if isinstance(x, r_uint):
        return UIntOperand(x)
    if isinstance(x, int):
        return IntOperand(x)
    if isinstance(x, str):
        return TextOperand(x)
    return Operand(str(x), repr(x) if quoted else '', type_name(x))


def find_key(fmt, start):
    """Where the parenthesis of a key closes."""
    depth = 1
    i = start
    while i < len(fmt):
        if fmt[i] == '(':
            depth += 1
        elif fmt[i] == ')':
            depth -= 1
            if depth == 0:
                return i
        i += 1
    raise ValueError('incomplete format key')


def write(operand, f):
    """One conversion."""
    letter = f.letter
    if letter in 'diuxXo':
        return operand.as_int(f)
    if letter in 'eEfFgG':
        return operand.as_float(f)
    if letter == 'c':
        text = operand.as_char()
    elif letter == 's':
        text = pct_cut(operand.as_text(), f.precision)
    else:
        text = pct_cut(operand.as_repr(), f.precision)
    return pct_pad(text, f.width, f.left)


def put_together(fmt, keys, operands, python2):
    """The text. With keys, the operands are the values of a dict."""
    named = len(keys) > 0
    out = StringBuilder()
    used = 0
    i = 0
    n = len(fmt)
    while i < n:
        c = fmt[i]
        i += 1
        if c != '%':
            out.append(c)
            continue
        if i < n and fmt[i] == '%':
            out.append(c)
            i += 1
            continue
        operand = None
        if i < n and fmt[i] == '(':
            if not named:
                raise TypeError('format requires a mapping')
            end = find_key(fmt, i + 1)
            name = fmt[i + 1:end]
            at = len(keys) - 1
            while at >= 0 and keys[at] != name:
                at -= 1
            if at < 0:
                raise KeyError(name)
            operand = operands[at]
            i = end + 1
        f = Flags(python2)
        while i < n and fmt[i] in '-+ #0':
            c = fmt[i]
            if c == '-':
                f.left = True
            elif c == '+':
                f.plus = True
            elif c == ' ':
                f.blank = True
            elif c == '#':
                f.alt = True
            else:
                f.zero = True
            i += 1
        if i < n and fmt[i] == '*':
            f.width = next_operand(operands, used, named).size()
            used += 1
            i += 1
        else:
            f.width, i = size_at(fmt, i)
            if f.width == -2:
                raise ValueError('width too big')
            f.width = max(f.width, 0)
        if i < n and fmt[i] == '.':
            i += 1
            if i < n and fmt[i] == '*':
                f.precision = pct_precision(next_operand(operands, used, named).size())
                used += 1
                i += 1
            else:
                f.precision, i = size_at(fmt, i)
                if f.precision == -2 or f.precision > MOST_PRECISION:
                    raise ValueError('precision too big')
                f.precision = max(f.precision, 0)
        if i < n and fmt[i] in 'hlL':
            i += 1
        if i >= n:
            raise ValueError('incomplete format')
        letter = fmt[i]
        i += 1
        if operand is None:
            operand = next_operand(operands, used, named)
            used += 1
        if letter not in 'diuxXoeEfFgGcsr':
            shown = letter if '\x1f' <= letter <= '~' else '?'
            raise ValueError("unsupported format character '%s' (0x%x) at index %d" % (shown, ord(letter), i - 1))
        f.letter = letter
        out.append(write(operand, f))
    if not named and used < len(operands):
        raise TypeError('not all arguments converted during string formatting')
    return out.build()


def next_operand(operands, used, named):
    if named or used >= len(operands):
        raise TypeError('not enough arguments for format string')
    return operands[used]


_functions = {}


def runtime_function(count, keys, python2):
    """The function of `fmt % values` (translation time). count: number of items of the tuple of values, -1: one value.
    keys: of a dict display, the tuple has its values. python2: it stands in a file of Python 2."""
    if (count, keys, python2) not in _functions:
        values = ['values'] if count < 0 else ['values[%d]' % i for i in range(count)]
        source = 'def percent(fmt, values):\n    quoted = "r" in fmt\n    return _together(fmt, _keys, [%s], _python2)\n'
        namespace = {'_together': put_together, '_keys': list(keys), '_wrap': wrap, '_python2': python2,
                     '__name__': __name__}
        exec(source % ', '.join(['_wrap(%s, quoted)' % v for v in values]), namespace)
        f = namespace['percent']
        f._annspecialcase_ = 'specialize:call_location()'
        _functions[count, keys, python2] = f
    return _functions[count, keys, python2]
