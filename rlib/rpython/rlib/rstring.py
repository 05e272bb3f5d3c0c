"""Building and taking apart strings."""

import sys

from rpython.rlib.objectmodel import specialize, newlist_hint
from rpython.rlib.rarithmetic import ovfcheck, ParseStringError, InvalidBaseError, \
    ParseStringOverflowError


class _AbstractBuilder(object):
    """Pieces that become a string at the end."""
    empty = ''

    def __init__(self, init_size=100):
        assert init_size >= 0
        self._pieces = []
        self._length = 0

    def append(self, s):
        self._pieces.append(s)
        self._length += len(s)

    def append_slice(self, s, start, end):
        assert 0 <= start <= end <= len(s)
        self.append(s[start:end])

    def append_multiple_char(self, c, times):
        assert len(c) == 1
        self.append(c * times)

    def append_charpsize(self, s, size):
        assert size >= 0
        self.append(self.empty.join([s[i] for i in range(size)]))

    def getlength(self):
        return self._length

    def build(self):
        result = self.empty.join(self._pieces)
        assert len(result) == self._length
        self._pieces = [result]
        return result


class StringBuilder(_AbstractBuilder):
    """A builder of `str`."""


class UnicodeBuilder(_AbstractBuilder):
    """A builder of `unicode`."""
    empty = u''


class ByteListBuilder(object):
    """A builder of lists of characters."""

    def __init__(self, init_size=100):
        self.l = newlist_hint(init_size)

    @specialize.argtype(1)
    def append(self, s):
        for c in s:
            self.l.append(c)

    @specialize.argtype(1)
    def append_slice(self, s, start, end):
        for i in range(start, end):
            self.l.append(s[i])

    def append_multiple_char(self, c, times):
        for _ in range(times):
            self.l.append(c)

    def append_charpsize(self, s, size):
        """So many characters of raw memory."""
        for i in range(size):
            self.l.append(s[i])

    def getlength(self):
        return len(self.l)

    def build(self):
        return self.l


# --- splitting and replacing, as functions that can be translated ---

@specialize.ll_and_arg(2)
def _is_blank_at(value, i, isutf8):
    if isutf8:
        from rpython.rlib import rutf8
        return rutf8.isspace(value, i)
    return value[i].isspace()


@specialize.ll_and_arg(2)
def _next_at(value, i, isutf8):
    """Position behind the character at a position."""
    if isutf8:
        from rpython.rlib import rutf8
        i = rutf8.next_codepoint_pos(value, i)
        assert i >= 0
        return i
    return i + 1


@specialize.ll_and_arg(2)
def _before(value, i, isutf8):
    """Position of the character before a position, or -1."""
    if isutf8 and i > 0:
        from rpython.rlib import rutf8
        return rutf8.prev_codepoint_pos(value, i)
    return i - 1


@specialize.ll_and_arg(3)
def split(value, by=None, maxsplit=-1, isutf8=False):
    """`value.split(by, maxsplit)`; without `by` at whitespace, that of Unicode if `isutf8`, which is a constant."""
    assert value is not None
    length = len(value)
    res = []
    if by is None:
        i = 0
        while True:
            while i < length and _is_blank_at(value, i, isutf8):
                i = _next_at(value, i, isutf8)
            if i >= length:
                return res
            if maxsplit == 0:
                res.append(value[i:length])
                return res
            j = i
            while j < length and not _is_blank_at(value, j, isutf8):
                j = _next_at(value, j, isutf8)
            res.append(value[i:j])
            maxsplit -= 1
            i = j
    bylen = len(by)
    if bylen == 0:
        raise ValueError('empty separator')
    start = 0
    while maxsplit != 0:
        next = find(value, by, start, length)
        if next < 0:
            break
        res.append(value[start:next])
        start = next + bylen
        maxsplit -= 1
    res.append(value[start:length])
    return res


@specialize.ll_and_arg(3)
def rsplit(value, by=None, maxsplit=-1, isutf8=False):
    """`value.rsplit(by, maxsplit)`; `isutf8` as in `split`."""
    assert value is not None
    res = []
    if by is None:
        i = _before(value, len(value), isutf8)
        while True:
            while i >= 0 and _is_blank_at(value, i, isutf8):
                i = _before(value, i, isutf8)
            if i < 0:
                break
            end = _next_at(value, i, isutf8)
            if maxsplit == 0:
                res.append(value[0:end])
                break
            start = i
            i = _before(value, i, isutf8)
            while i >= 0 and not _is_blank_at(value, i, isutf8):
                start = i
                i = _before(value, i, isutf8)
            assert start >= 0
            res.append(value[start:end])
            maxsplit -= 1
    else:
        end = len(value)
        bylen = len(by)
        if bylen == 0:
            raise ValueError('empty separator')
        while maxsplit != 0:
            next = rfind(value, by, 0, end)
            if next < 0:
                break
            res.append(value[next + bylen:end])
            end = next
            maxsplit -= 1
        res.append(value[0:end])
    res.reverse()
    return res


@specialize.ll_and_arg(4)
def replace_count(input, sub, by, maxcount=-1, isutf8=False):
    """What `replace` gives, and how often it replaced; an empty `sub` stands between characters, those of UTF-8 if `isutf8`,
    which is a constant."""
    assert input is not None and sub is not None
    if isutf8:
        times = _count_of_utf8(input, sub)
    else:
        times = count(input, sub, 0, len(input))
    if maxcount >= 0 and times > maxcount:
        times = maxcount
    if isutf8 and len(sub) == 0:
        return _between_utf8(input, by, times), times
    return replace(input, sub, by, times), times


def _count_of_utf8(input, sub):
    from rpython.rlib import rutf8
    if len(sub) == 0:
        return rutf8.codepoints_in_utf8(input) + 1
    return input.count(sub)


def _between_utf8(input, by, times):
    """UTF-8 with `by` before so many of its characters; one more is the end."""
    from rpython.rlib import rutf8
    builder = StringBuilder(len(input) + times * len(by))
    pos = 0
    for _ in range(times):
        builder.append(by)
        if pos >= len(input):
            break
        end = rutf8.next_codepoint_pos(input, pos)
        builder.append_slice(input, pos, end)
        pos = end
    if pos < len(input):
        builder.append_slice(input, pos, len(input))
    return builder.build()


@specialize.argtype(0, 1, 2)
def replace(input, sub, by, maxsplit=-1):
    """`input.replace(sub, by, maxsplit)`, also of lists of characters."""
    if _is_text(input):
        return input.replace(sub, by, maxsplit)
    result = []
    i = 0
    while i < len(input):
        if maxsplit != 0 and i + len(sub) <= len(input) and _found_at(input, sub, i):
            for c in by:
                result.append(c)
            maxsplit -= 1
            i += len(sub)
            if len(sub) > 0:
                continue
        result.append(input[i])
        i += 1
    if len(sub) == 0 and maxsplit != 0:
        for c in by:
            result.append(c)
    return result


@specialize.argtype(0, 1)
def startswith(u_self, prefix, start=0, end=sys.maxsize):
    """`u_self.startswith(prefix, start, end)`, also of lists of characters."""
    length = len(u_self)
    if start < 0:
        start = max(start + length, 0)
    if end < 0:
        end += length
    elif end > length:
        end = length
    return end - start >= len(prefix) and _found_at(u_self, prefix, start)


@specialize.argtype(0, 1)
def endswith(u_self, suffix, start=0, end=sys.maxsize):
    """`u_self.endswith(suffix, start, end)`, also of lists of characters."""
    length = len(u_self)
    if start < 0:
        start = max(start + length, 0)
    if end < 0:
        end += length
    elif end > length:
        end = length
    begin = end - len(suffix)
    return begin >= start and _found_at(u_self, suffix, begin)


@specialize.argtype(0)
def _is_blank(c):
    return ord(c) == 32 or 9 <= ord(c) <= 13


@specialize.argtype(0)
def strip_spaces(s):
    """The string without spaces around it."""
    p = 0
    q = len(s)
    while p < q and _is_blank(s[p]):
        p += 1
    while p < q and _is_blank(s[q - 1]):
        q -= 1
    assert q >= p
    return s[p:q]


def assert_str0(fname):
    """The string contains no NUL character."""
    assert '\x00' not in fname, 'NUL byte in %r' % fname
    return fname


class MaxDigitsError(Exception):
    """A text has more digits than its reader allows."""

    def __init__(self, digits):
        self.digits = digits


class NumberStringParser(object):
    """Takes the digits of a number off a string, or off a part of it, one by one."""

    def error(self):
        raise ParseStringError("invalid literal for %s() with base %d" % (
            self.fname, self.original_base))

    def __init__(self, s, literal, base, fname, allow_underscores=False, no_implicit_octal=False,
                 start=0, end=-1, max_str_digits=0, disallow_whitespace_after_sign=False):
        self.fname = fname
        self.literal = literal
        self.original_base = base
        self.allow_underscores = allow_underscores
        self.sign = 1
        self.s = s
        if end == -1:
            end = len(s)
        while start < end and _is_blank(s[start]):
            start += 1
        while start < end and _is_blank(s[end - 1]):
            end -= 1
        if start < end and (s[start] == '-' or s[start] == '+'):
            if s[start] == '-':
                self.sign = -1
            start += 1
            if not disallow_whitespace_after_sign:
                while start < end and _is_blank(s[start]):
                    start += 1
        zero = start < end and s[start] == '0'
        prefix = self._base_of_prefix(start + 1, end) if zero else 0
        if base == 0:
            base = 10
            if prefix:
                base = prefix
            elif zero:
                # (base 1: only zeros)
                base = 1 if no_implicit_octal else 8
        elif base < 2 or base > 36:
            raise InvalidBaseError('%s() base must be >= 2 and <= 36, or 0' % fname)
        self.base = base
        if start < end and s[start] == '_':
            self.error()
        if prefix and prefix == base:
            start += 2
        if start >= end:
            self.error()
        assert start >= 0
        self.start = start
        self.i = start
        self.end = end
        if max_str_digits > 0:
            digits = 0
            for i in range(start, end):
                if s[i] != '_':
                    digits += 1
            if digits > max_str_digits:
                raise MaxDigitsError(digits)

    def _base_of_prefix(self, i, end):
        """The base that the letter behind a first zero stands for; 0: there is none."""
        if i < end:
            c = self.s[i]
            if c == 'x' or c == 'X':
                return 16
            if c == 'o' or c == 'O':
                return 8
            if c == 'b' or c == 'B':
                return 2
        return 0

    def rewind(self):
        self.i = self.start

    def next_digit(self):
        """Value of the next digit, -1 at the end; ParseStringError."""
        if self.i >= self.end:
            return -1
        c = self.s[self.i]
        if self.allow_underscores and c == '_':
            self.i += 1
            if self.i >= self.end:
                self.error()
            c = self.s[self.i]
        digit = ord(c)
        if '0' <= c <= '9':
            digit -= ord('0')
        elif 'A' <= c <= 'Z':
            digit = digit - ord('A') + 10
        elif 'a' <= c <= 'z':
            digit = digit - ord('a') + 10
        else:
            self.error()
        if digit >= self.base:
            self.error()
        self.i += 1
        return digit

    def prev_digit(self):
        """The digit before, going backwards; -1 at the start."""
        self.i -= 1
        if self.i < self.start:
            return -1
        c = self.s[self.i]
        if self.allow_underscores and c == '_':
            return self.prev_digit()
        if '0' <= c <= '9':
            return ord(c) - ord('0')
        if 'A' <= c <= 'Z':
            return ord(c) - ord('A') + 10
        return ord(c) - ord('a') + 10


SEARCH_COUNT, SEARCH_FIND, SEARCH_RFIND = 0, 1, 2
INIT_SIZE = 100


def check_str0(fname):
    """ValueError if there is a NUL in the string."""
    if '\x00' in fname:
        raise ValueError("embedded null byte")


_unicode = type(u'')


def _is_text(x):
    return isinstance(x, str) or isinstance(x, _unicode)


_is_text._annspecialcase_ = 'specialize:argtype(0)'


def _found_at(value, other, i):
    for j in range(len(other)):
        if value[i + j] != other[j]:
            return False
    return True


_found_at._annspecialcase_ = 'specialize:argtype(0, 1)'


def _pattern(other):
    """What is searched for, as something to index."""
    from rpython.rlib.buffer import Buffer      # which needs this module
    if isinstance(other, Buffer):
        return other.as_str()
    return other


_pattern._annspecialcase_ = 'specialize:argtype(0)'


def find(value, other, start, end):
    """`value.find(other, start, end)`, also in lists of characters."""
    other = _pattern(other)
    if _is_text(value) and _is_text(other):
        return value.find(other, start, end)
    for i in range(max(start, 0), min(end, len(value)) - len(other) + 1):
        if _found_at(value, other, i):
            return i
    return -1


def rfind(value, other, start, end):
    """`value.rfind(other, start, end)`, also in lists of characters."""
    other = _pattern(other)
    if _is_text(value) and _is_text(other):
        return value.rfind(other, start, end)
    i = min(end, len(value)) - len(other)
    while i >= max(start, 0):
        if _found_at(value, other, i):
            return i
        i -= 1
    return -1


def count(value, other, start, end):
    """`value.count(other, start, end)`, also in lists of characters."""
    other = _pattern(other)
    if _is_text(value) and _is_text(other):
        return value.count(other, start, end)
    start = max(start, 0)
    end = min(end, len(value))
    if len(other) == 0:
        return max(end - start + 1, 0)
    n = 0
    i = start
    while i <= end - len(other):
        if _found_at(value, other, i):
            n += 1
            i += len(other)
        else:
            i += 1
    return n


find._annspecialcase_ = rfind._annspecialcase_ = count._annspecialcase_ = 'specialize:argtype(0, 1)'
