"""string.pack, string.unpack and string.packsize: values as bytes, by a format text."""
from rpython.rlib import jit
from rpython.rlib.longlong2float import float2longlong, longlong2float, singlefloat2uint, uint2singlefloat
from rpython.rlib.rarithmetic import intmask, r_singlefloat, r_uint
from rpython.rlib.rstring import StringBuilder

from lua.lib import float_arg, int_arg, opt_int, str_arg
from lua.lib_string import MAX_SIZE, library
from lua.numbers import is_digit
from lua.objects import ArgumentError, W_Float, W_Integer, error, multi, wrap_str

# kinds of options
SIGNED, UNSIGNED, SINGLE, DOUBLE, CHARS, COUNTED, TERMINATED, PADDING, ALIGNMENT, NOTHING = range(10)

MAX_INTEGER = 16                                # bytes
NATIVE_ALIGNMENT = 8


class Format(object):
    """A format text, read option by option. After `next` the fields tell of the option: its kind, the bytes that it takes (without
    those that depend on the value), and the padding in front of it."""

    def __init__(self, text):
        self.text = text
        self.pos = 0
        self.little = True
        self.max_alignment = 1
        self.kind = NOTHING
        self.size = 0
        self.padding = 0

    def more(self):
        return self.pos < len(self.text)

    def next(self, total):
        """Goes to the next option, which stands behind `total` bytes."""
        self.read_option()
        self.padding = 0
        alignment = self.size
        if self.kind == ALIGNMENT:
            alignment = self.alignment_of_next()
        elif self.kind == CHARS or self.kind == PADDING or self.kind == NOTHING or self.kind == TERMINATED:
            return
        alignment = min(alignment, self.max_alignment)
        if alignment > 1:
            if alignment & (alignment - 1) != 0:
                raise ArgumentError(0, "format asks for alignment not power of 2")
            self.padding = -total & (alignment - 1)

    def alignment_of_next(self):
        """The option behind an X: it is read, and all that counts is its size."""
        size = 0
        if self.more():
            self.read_option()
            if self.kind != CHARS:
                size = self.size
        if size == 0:
            raise ArgumentError(0, "invalid next option for option 'X'")
        self.kind = ALIGNMENT
        self.size = 0
        return size

    def read_option(self):
        c = self.text[self.pos]
        self.pos += 1
        self.size = 0
        if c == 'b' or c == 'B':
            self.integer(c == 'b', 1)
        elif c == 'h' or c == 'H':
            self.integer(c == 'h', 2)
        elif c == 'i' or c == 'I':
            self.integer(c == 'i', self.integer_size(4))
        elif c == 'l' or c == 'j':
            self.integer(True, 8)
        elif c == 'L' or c == 'J' or c == 'T':
            self.integer(False, 8)
        elif c == 'f':
            self.kind = SINGLE
            self.size = 4
        elif c == 'd' or c == 'n':
            self.kind = DOUBLE
            self.size = 8
        elif c == 's':
            self.kind = COUNTED
            self.size = self.integer_size(8)
        elif c == 'c':
            self.kind = CHARS
            self.size = self.number(-1)
            if self.size < 0:
                raise error("missing size for format option 'c'")
        elif c == 'z':
            self.kind = TERMINATED
        elif c == 'x':
            self.kind = PADDING
            self.size = 1
        elif c == 'X':
            self.kind = ALIGNMENT
        else:
            self.kind = NOTHING
            if c == '<' or c == '=':
                self.little = True
            elif c == '>':
                self.little = False
            elif c == '!':
                self.max_alignment = self.integer_size(NATIVE_ALIGNMENT)
            elif c != ' ':
                raise error("invalid format option '%s'" % c)

    def integer(self, signed, size):
        self.kind = SIGNED if signed else UNSIGNED
        self.size = size

    def integer_size(self, default):
        size = self.number(default)
        if size < 1 or size > MAX_INTEGER:
            raise error("integral size (%d) out of limits [1,%d]" % (size, MAX_INTEGER))
        return size

    def number(self, default):
        """A number in the text. One that would be beyond all sizes ends earlier, and what is left is no option."""
        if not (self.more() and is_digit(self.text[self.pos])):
            return default
        n = 0
        while self.more() and is_digit(self.text[self.pos]) and n <= (MAX_SIZE - 9) // 10:
            n = n * 10 + ord(self.text[self.pos]) - 48
            self.pos += 1
        return n


def add_zeros(b, n):
    if n > 0:
        b.append_multiple_char('\0', n)


def add_integer(b, n, size, little, negative):
    """The bytes of an integer, with those of its sign where it is wider than the value."""
    for i in range(size):
        k = i if little else size - 1 - i
        if k < 8:
            b.append(chr((n >> (8 * k)) & 0xff))
        else:
            b.append('\xff' if negative else '\0')


def single_bits(x):
    return intmask(singlefloat2uint(r_singlefloat(x)))


@library.function("pack")
@jit.dont_look_inside
def lua_pack(args):
    fmt = Format(str_arg(args, 0))
    b = StringBuilder()
    n = 0                                       # the argument
    while fmt.more():
        fmt.next(b.getlength())
        size = fmt.size
        kind = fmt.kind
        add_zeros(b, fmt.padding)
        if kind == PADDING:
            b.append('\0')
            continue
        if kind == ALIGNMENT or kind == NOTHING:
            continue
        n += 1
        if kind == SIGNED:
            value = int_arg(args, n)
            if size < 8 and not -(1 << (size * 8 - 1)) <= value < 1 << (size * 8 - 1):
                raise ArgumentError(n, "integer overflow")
            add_integer(b, value, size, fmt.little, value < 0)
        elif kind == UNSIGNED:
            value = int_arg(args, n)
            if size < 8 and r_uint(value) >= r_uint(1) << (size * 8):
                raise ArgumentError(n, "unsigned overflow")
            add_integer(b, value, size, fmt.little, False)
        elif kind == SINGLE:
            add_integer(b, single_bits(float_arg(args, n)), size, fmt.little, False)
        elif kind == DOUBLE:
            add_integer(b, float2longlong(float_arg(args, n)), size, fmt.little, False)
        else:
            s = str_arg(args, n)
            if kind == CHARS:
                if len(s) > size:
                    raise ArgumentError(n, "string longer than given size")
                b.append(s)
                add_zeros(b, size - len(s))
            elif kind == COUNTED:
                if size < 8 and len(s) >= 1 << (size * 8):
                    raise ArgumentError(n, "string length does not fit in given size")
                add_integer(b, len(s), size, fmt.little, False)
                b.append(s)
            else:
                if s.find('\0') >= 0:
                    raise ArgumentError(n, "string contains zeros")
                b.append(s)
                b.append('\0')
    return wrap_str(b.build())


@library.function("packsize")
@jit.dont_look_inside
def lua_packsize(args):
    fmt = Format(str_arg(args, 0))
    total = 0
    while fmt.more():
        fmt.next(total)
        if fmt.kind == COUNTED or fmt.kind == TERMINATED:
            raise ArgumentError(0, "variable-length format")
        more = fmt.padding + fmt.size
        if total > MAX_SIZE - more:
            raise ArgumentError(0, "format result too large")
        total += more
    return W_Integer(total)


def read_integer(s, pos, size, little, signed):
    """An integer of some bytes; those that an integer of Lua has no room for must be its sign."""
    n = 0
    for i in range(min(size, 8)):
        k = i if little else size - 1 - i
        n |= ord(s[pos + k]) << (8 * i)
    n = intmask(n)
    if size < 8:
        if signed:
            sign = 1 << (size * 8 - 1)
            n = (n ^ sign) - sign
        return n
    filling = 0xff if signed and n < 0 else 0
    for i in range(8, size):
        k = i if little else size - 1 - i
        if ord(s[pos + k]) != filling:
            raise error("%d-byte integer does not fit into Lua Integer" % size)
    return n


@library.function("unpack")
@jit.dont_look_inside
def lua_unpack(args):
    fmt = Format(str_arg(args, 0))
    s = str_arg(args, 1)
    pos = opt_int(args, 2, 1)
    if pos > 0:
        pos -= 1
    elif pos < -len(s):
        pos = 0
    elif pos < 0:
        pos += len(s)
    if pos > len(s):
        raise ArgumentError(2, "initial position out of string")
    vals = []
    while fmt.more():
        fmt.next(pos)
        size = fmt.size
        kind = fmt.kind
        if fmt.padding + size > len(s) - pos:
            raise ArgumentError(1, "data string too short")
        pos += fmt.padding
        if kind == SIGNED or kind == UNSIGNED:
            vals.append(W_Integer(read_integer(s, pos, size, fmt.little, kind == SIGNED)))
        elif kind == SINGLE:
            bits = read_integer(s, pos, size, fmt.little, False)
            vals.append(W_Float(float(uint2singlefloat(r_uint(bits)))))
        elif kind == DOUBLE:
            vals.append(W_Float(longlong2float(read_integer(s, pos, size, fmt.little, False))))
        elif kind == CHARS:
            vals.append(part(s, pos, pos + size))
        elif kind == COUNTED:
            n = read_integer(s, pos, size, fmt.little, False)
            if n < 0 or n > len(s) - pos - size:
                raise ArgumentError(1, "data string too short")
            vals.append(part(s, pos + size, pos + size + n))
            pos += n
        elif kind == TERMINATED:
            assert pos >= 0
            end = s.find('\0', pos)
            if end < 0:
                raise ArgumentError(1, "unfinished string for format 'z'")
            vals.append(part(s, pos, end))
            pos = end + 1
        pos += size
    vals.append(W_Integer(pos + 1))
    return multi(vals[:])


def part(s, start, end):
    assert start >= 0
    assert end >= 0
    return wrap_str(s[start:end])
