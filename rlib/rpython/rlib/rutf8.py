"""Unicode text kept as UTF-8 byte strings: positions are byte offsets."""

from rpython.rlib.objectmodel import we_are_translated
from rpython.rlib.rarithmetic import r_uint, intmask
from rpython.rlib.rstring import StringBuilder


class OutOfRange(Exception):
    """A code point that does not exist."""

    def __init__(self, code=0):
        self.code = code


class CheckError(Exception):
    """Not UTF-8, from a position on."""

    def __init__(self, pos):
        self.pos = pos


def unichr_as_utf8(code, allow_surrogates=False):
    """The bytes of a code point."""
    c = intmask(code)
    if c < 0:
        raise OutOfRange(c)
    if c < 0x80:
        return chr(c)
    if c < 0x800:
        return chr(0xc0 | (c >> 6)) + chr(0x80 | (c & 0x3f))
    if c < 0x10000:
        if not allow_surrogates and 0xd800 <= c <= 0xdfff:
            raise OutOfRange(c)
        return chr(0xe0 | (c >> 12)) + chr(0x80 | ((c >> 6) & 0x3f)) + chr(0x80 | (c & 0x3f))
    if c < 0x110000:
        return chr(0xf0 | (c >> 18)) + chr(0x80 | ((c >> 12) & 0x3f)) + chr(0x80 | ((c >> 6) & 0x3f)) + \
            chr(0x80 | (c & 0x3f))
    raise OutOfRange(c)


def unichr_as_utf8_append(builder, code, allow_surrogates=False):
    builder.append(unichr_as_utf8(code, allow_surrogates))


def _length_at(s, pos):
    c = ord(s[pos])
    if c < 0x80:
        return 1
    if c < 0xe0:
        return 2
    if c < 0xf0:
        return 3
    return 4


def next_codepoint_pos(code, pos):
    """Position of the code point after the one at `pos`."""
    result = pos + _length_at(code, pos)
    assert result >= 0
    return result


def prev_codepoint_pos(code, pos):
    """Position of the code point before `pos`."""
    pos -= 1
    while pos > 0 and ord(code[pos]) & 0xc0 == 0x80:
        pos -= 1
    if pos < 0:
        return 0
    return pos


def codepoint_at_pos(code, pos):
    """The code point at a position."""
    c = ord(code[pos])
    if c < 0x80:
        return c
    if c < 0xe0:
        return ((c & 0x1f) << 6) | (ord(code[pos + 1]) & 0x3f)
    if c < 0xf0:
        return ((c & 0x0f) << 12) | ((ord(code[pos + 1]) & 0x3f) << 6) | (ord(code[pos + 2]) & 0x3f)
    return ((c & 0x07) << 18) | ((ord(code[pos + 1]) & 0x3f) << 12) | ((ord(code[pos + 2]) & 0x3f) << 6) | \
        (ord(code[pos + 3]) & 0x3f)


def codepoint_before_pos(code, pos):
    return codepoint_at_pos(code, prev_codepoint_pos(code, pos))


def codepoints_in_utf8(value, start=0, end=0x7fffffffffffffff):
    """Number of code points between two positions."""
    if end > len(value):
        end = len(value)
    n = 0
    for i in range(start, end):
        if ord(value[i]) & 0xc0 != 0x80:
            n += 1
    return n


def check_ascii(s):
    """CheckError at the first byte that is not ASCII."""
    for i in range(len(s)):
        if ord(s[i]) >= 0x80:
            raise CheckError(i)


def islower(space, ch):
    return 97 <= ch <= 122


def check_utf8(s, allow_surrogates=False, start=0, stop=-1):
    """Number of code points; CheckError if it is not UTF-8."""
    if stop < 0:
        stop = len(s)
    pos = start
    n = 0
    while pos < stop:
        first = ord(s[pos])
        if first < 0x80:
            pos += 1
            n += 1
            continue
        if first < 0xc2 or first > 0xf4:
            raise CheckError(pos)
        count = _length_at(s, pos)
        if pos + count > stop:
            raise CheckError(pos)
        for i in range(1, count):
            c = ord(s[pos + i])
            if c & 0xc0 != 0x80:
                raise CheckError(pos)
            if i == 1 and ((first == 0xe0 and c < 0xa0) or (first == 0xf0 and c < 0x90) or
                           (first == 0xf4 and c > 0x8f) or
                           (first == 0xed and c > 0x9f and not allow_surrogates)):
                raise CheckError(pos)
        pos += count
        n += 1
    return n


def isspace(s, pos):
    """Is the code point at the position white space?"""
    c = codepoint_at_pos(s, pos)
    return c == 32 or 9 <= c <= 13 or 28 <= c <= 31 or c == 0x85 or c == 0xa0 or c == 0x1680 or \
        0x2000 <= c <= 0x200a or c == 0x2028 or c == 0x2029 or c == 0x202f or c == 0x205f or c == 0x3000


def utf8_in_chars(value, pos, chars):
    """Does the code point at the position occur in `chars`?"""
    piece = value[pos:next_codepoint_pos(value, pos)]
    return chars.find(piece) >= 0


class Utf8StringIterator(object):
    """Iterates over code points."""

    def __init__(self, utf8s):
        self._utf8 = utf8s
        self._end = len(utf8s)
        self._pos = 0

    def __iter__(self):
        return self

    def done(self):
        return self._pos >= self._end

    def get_pos(self):
        return self._pos

    def next(self):
        pos = self._pos
        if pos >= self._end:
            raise StopIteration
        code = codepoint_at_pos(self._utf8, pos)
        self._pos = next_codepoint_pos(self._utf8, pos)
        return code

    __next__ = next


class Utf8StringBuilder(object):
    """Builds UTF-8, and counts code points."""

    def __init__(self, size=0):
        self._s = StringBuilder(size)
        self._length = 0

    def append(self, s):
        """ASCII or checked text."""
        self._length += codepoints_in_utf8(s)
        self._s.append(s)

    def append_code(self, code):
        self._s.append(unichr_as_utf8(code, True))
        self._length += 1

    def append_slice(self, s, start, end):
        self.append(s[start:end])

    def append_utf8(self, utf8, length):
        self._length += length
        self._s.append(utf8)

    def append_multiple_char(self, utf8, times):
        self._s.append(utf8 * times)
        self._length += codepoints_in_utf8(utf8) * times

    def build(self):
        return self._s.build()

    def getlength(self):
        return self._length
