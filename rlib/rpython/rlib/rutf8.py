"""Unicode text kept as UTF-8 byte strings: positions are byte offsets."""

from rpython.rlib import jit
from rpython.rlib.objectmodel import enforceargs, specialize
from rpython.rlib.rarithmetic import intmask
from rpython.rlib.rstring import StringBuilder
from rpython.rlib.unicodedata import unicodedb

MAXUNICODE = 0x10ffff


class OutOfRange(Exception):
    """A code point that does not exist."""

    def __init__(self, code=0):
        self.code = code


class CheckError(Exception):
    """Not UTF-8, from a position on."""

    def __init__(self, pos):
        self.pos = pos


@specialize.argtype(0)
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


@specialize.argtype(1)
def unichr_as_utf8_append(builder, code, allow_surrogates=False):
    builder.append(unichr_as_utf8(code, allow_surrogates))


def _length_at(s, pos):
    """Behind the end it is 1, as in RPython, where a NUL stands there."""
    if pos >= len(s):
        return 1
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


def first_non_ascii_char(s):
    """Position of the first byte that is not ASCII, or -1."""
    for i in range(len(s)):
        if ord(s[i]) >= 0x80:
            return i
    return -1


def compute_length_utf8(s):
    """Number of code points."""
    return codepoints_in_utf8(s)


def has_surrogates(utf8):
    """Is there a surrogate of either kind?"""
    return surrogate_in_utf8(utf8) >= 0


def surrogate_in_utf8(utf8):
    """Where the first surrogate of either kind begins; -1 if there is none."""
    for i in range(len(utf8) - 2):
        if utf8[i] == '\xed' and ord(utf8[i + 1]) >= 0xa0:
            return i
    return -1


def reencode_utf8_with_surrogates(utf8):
    """Each pair of surrogates becomes the code point that it means."""
    out = StringBuilder(len(utf8))
    pos = 0
    while pos < len(utf8):
        code = codepoint_at_pos(utf8, pos)
        pos = next_codepoint_pos(utf8, pos)
        if 0xd800 <= code <= 0xdbff and pos < len(utf8):
            low = codepoint_at_pos(utf8, pos)
            if 0xdc00 <= low <= 0xdfff:
                code = 0x10000 + ((code & 0x3ff) << 10) + (low & 0x3ff)
                pos = next_codepoint_pos(utf8, pos)
        unichr_as_utf8_append(out, code, True)
    return out.build()


def islower(space, ch):
    return 97 <= ch <= 122


def check_utf8(s, allow_surrogates=False, start=0, stop=-1):
    """Number of code points; CheckError if it is not UTF-8."""
    result = _check_utf8(s, allow_surrogates, start, stop)
    if result < 0:
        raise CheckError(~result)
    return result


def get_utf8_length(s, start=0, end=-1):
    """Number of code points between two positions."""
    return codepoints_in_utf8(s, start, len(s) if end < 0 else end)


@jit.elidable
def _check_utf8(s, allow_surrogates, start, stop):
    """Number of code points, or `~position` of the first sequence that is wrong."""
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
            return ~pos
        count = _length_at(s, pos)
        if pos + count > stop:
            return ~pos
        for i in range(1, count):
            c = ord(s[pos + i])
            if c & 0xc0 != 0x80:
                return ~pos
            if i == 1 and ((first == 0xe0 and c < 0xa0) or (first == 0xf0 and c < 0x90) or
                           (first == 0xf4 and c > 0x8f) or
                           (first == 0xed and c > 0x9f and not allow_surrogates)):
                return ~pos
        pos += count
        n += 1
    return n


def isspace(s, pos):
    """Is the code point at the position white space?"""
    c = codepoint_at_pos(s, pos)
    return c == 32 or 9 <= c <= 13 or 28 <= c <= 31 or c == 0x85 or c == 0xa0 or c == 0x1680 or \
        0x2000 <= c <= 0x200a or c == 0x2028 or c == 0x2029 or c == 0x202f or c == 0x205f or c == 0x3000


def islinebreak(s, pos):
    """Does a line end with the code point at the position?"""
    c = codepoint_at_pos(s, pos)
    return 10 <= c <= 13 or 28 <= c <= 30 or c == 0x85 or c == 0x2028 or c == 0x2029


def utf8_in_chars(value, pos, chars):
    """Does the code point at the position occur in `chars`?"""
    piece = value[pos:next_codepoint_pos(value, pos)]
    return chars.find(piece) >= 0


class IndexStorage(object):
    """Where code points begin: the byte positions of every 16th."""
    _immutable_fields_ = ['positions[*]']

    def __init__(self, positions):
        self.positions = positions


_STEP = 16


def null_storage():
    """No index yet."""
    return None


def create_utf8_index_storage(utf8, utf8len):
    """The index of a text of `utf8len` code points."""
    positions = [0] * (utf8len // _STEP + 1)
    pos = 0
    for i in range(len(positions)):
        positions[i] = pos
        if i + 1 < len(positions):
            for _ in range(_STEP):
                pos = next_codepoint_pos(utf8, pos)
    return IndexStorage(positions)


@jit.dont_look_inside
def codepoint_position_at_index(utf8, storage, index):
    """Byte position of a code point; the number of code points gives the text's end."""
    pos = storage.positions[index // _STEP]
    for _ in range(index % _STEP):
        pos = next_codepoint_pos(utf8, pos)
    assert pos >= 0
    return pos


def _pos_at_index(utf8, index):
    """Byte position of a code point, without an index."""
    pos = 0
    for _ in range(index):
        pos = next_codepoint_pos(utf8, pos)
    return pos


@jit.dont_look_inside
def codepoint_at_index(utf8, storage, index):
    """A code point by its number."""
    return codepoint_at_pos(utf8, codepoint_position_at_index(utf8, storage, index))


@jit.dont_look_inside
def codepoint_index_at_byte_position(utf8, storage, bytepos, num_codepoints=-1):
    """The number of the code point at a byte position."""
    if num_codepoints == len(utf8):
        return bytepos
    low = 0
    high = len(storage.positions)
    while high - low > 1:
        middle = (low + high) // 2
        if storage.positions[middle] <= bytepos:
            low = middle
        else:
            high = middle
    return low * _STEP + codepoints_in_utf8(utf8, storage.positions[low], bytepos)


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


class Utf8StringPosIterator(object):
    """Iterates over pairs of code point and byte position."""

    def __init__(self, utf8s):
        self._it = Utf8StringIterator(utf8s)

    def __iter__(self):
        return self

    def next(self):
        pos = self._it.get_pos()
        return self._it.next(), pos

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

    def append_char(self, c):
        """An ASCII character."""
        self._s.append(c)
        self._length += 1

    def append_code(self, code):
        self._s.append(unichr_as_utf8(code, True))
        self._length += 1

    def append_slice(self, s, start, end):
        """Between two byte positions."""
        self._length += codepoints_in_utf8(s, start, end)
        self._s.append_slice(s, start, end)

    def append_utf8(self, utf8, length):
        self._length += length
        self._s.append(utf8)

    def append_utf8_slice(self, utf8, start, end, slicelength):
        """Between two byte positions, which are so many code points apart."""
        self._s.append_slice(utf8, start, end)
        self._length += slicelength

    def append_multiple_char(self, utf8, times):
        self._s.append(utf8 * times)
        self._length += codepoints_in_utf8(utf8) * times

    def build(self):
        return self._s.build()

    def getlength(self):
        return self._length

    get_length = getlength


def decode_latin_1(s):
    """Bytes of Latin-1 as UTF-8."""
    if first_non_ascii_char(s) < 0:
        return s
    out = StringBuilder(len(s))
    for c in s:
        unichr_as_utf8_append(out, ord(c))
    return out.build()


_DIGITS = '0123456789abcdef'


def _escape_code(out, code):
    if code >= 0x10000:
        out.append("\\U")
        shift = 28
    elif code >= 0x100:
        out.append("\\u")
        shift = 12
    else:
        out.append("\\x")
        shift = 4
    while shift >= 0:
        out.append(_DIGITS[(code >> shift) & 0xf])
        shift -= 4


def make_utf8_escape_function(pass_printable=False, quotes=False, prefix=None, unicodedb=unicodedb):
    """A function that writes a text with escapes: what is not printable, or not ASCII; with quotes as repr() has them."""
    def unicode_escape(s):
        out = StringBuilder(len(s))
        quote = '\x00'
        if quotes:
            if prefix:
                out.append(prefix)
            quote = '"' if "'" in s and '"' not in s else "'"
            out.append(quote)
        pos = 0
        while pos < len(s):
            after = next_codepoint_pos(s, pos)
            code = codepoint_at_pos(s, pos)
            c = s[pos]
            if quotes and c == quote:
                out.append('\\')
                out.append(c)
            elif c == '\t':
                out.append('\\t')
            elif c == '\n':
                out.append('\\n')
            elif c == '\r':
                out.append('\\r')
            elif c == '\\':
                out.append('\\\\')
            elif (unicodedb.isprintable(code) if pass_printable else 32 <= code < 127):
                out.append_slice(s, pos, after)
            else:
                _escape_code(out, code)
            pos = after
        if quotes:
            out.append(quote)
        return out.build()
    return unicode_escape


# --- bytes behind the first one of a sequence

def _invalid_cont_byte(byte):
    return byte & 0xc0 != 0x80


_invalid_byte_2_of_2 = _invalid_byte_3_of_3 = _invalid_byte_3_of_4 = _invalid_byte_4_of_4 = _invalid_cont_byte


def _surrogate_bytes(first, second):
    """Whether three bytes that begin so are a surrogate."""
    return first == 0xed and second > 0x9f


@enforceargs(allow_surrogates=bool)
def _invalid_byte_2_of_3(first, second, allow_surrogates):
    return _invalid_cont_byte(second) or (first == 0xe0 and second < 0xa0) or \
        (not allow_surrogates and _surrogate_bytes(first, second))


def _invalid_byte_2_of_4(first, second):
    return _invalid_cont_byte(second) or (first == 0xf0 and second < 0x90) or (first == 0xf4 and second > 0x8f)
