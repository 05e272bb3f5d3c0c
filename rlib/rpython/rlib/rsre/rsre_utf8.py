"""Matching in text that is encoded in UTF-8. Positions are those of bytes."""
import sys

from rpython.rlib import rutf8
from rpython.rlib.objectmodel import specialize
from rpython.rlib.rsre.rsre_core import AbstractMatchContext, EndOfString, MODE_FULL, MODE_NONEMPTY, match_context, search_context
from rpython.rlib.rsre.rsre_match import UnicodeMatcher
from rpython.rlib.rstring import UnicodeBuilder

try:
    unichr
except NameError:           # Python 3
    unichr = chr


class Utf8MatchContext(AbstractMatchContext):
    """A match in a byte string that holds UTF-8. The first match decodes the text."""

    def __init__(self, utf8string, match_start, end, flags=0):
        AbstractMatchContext.__init__(self, len(utf8string), match_start, end, flags)
        self._utf8 = utf8string
        self._text = None           # the characters
        self._positions = None      # where each of them begins, and the end

    def fresh_copy(self, start):
        copy = Utf8MatchContext(self._utf8, start, self.end, self.flags)
        copy._text = self._text
        copy._positions = self._positions
        return copy

    def str(self, index):
        assert index >= 0
        return rutf8.codepoint_at_pos(self._utf8, index)

    def group(self, groupnum=0):
        start, end = self.span(groupnum)
        if start < 0 or end < 0:
            return None
        return self._utf8[start:end]

    def next(self, position):
        return rutf8.next_codepoint_pos(self._utf8, position)

    next_indirect = next

    def prev(self, position):
        if position <= 0:
            raise EndOfString
        position = rutf8.prev_codepoint_pos(self._utf8, position)
        assert position >= 0
        return position

    prev_indirect = prev

    def next_n(self, position, n, end_position):
        for i in range(n):
            if position >= end_position:
                raise EndOfString
            position = rutf8.next_codepoint_pos(self._utf8, position)
        return position

    def prev_n(self, position, n, start_position):
        for i in range(n):
            if position <= start_position:
                raise EndOfString
            position = rutf8.prev_codepoint_pos(self._utf8, position)
        assert position >= 0
        return position

    def _decode(self):
        text = self._utf8
        chars = UnicodeBuilder(len(text))
        positions = []
        pos = 0
        while pos < len(text):
            positions.append(pos)
            chars.append(unichr(rutf8.codepoint_at_pos(text, pos)))
            pos = rutf8.next_codepoint_pos(text, pos)
        positions.append(len(text))
        self._text = chars.build()
        self._positions = positions

    def _index(self, position):
        """The number of the character at a position."""
        positions = self._positions
        low, high = 0, len(positions)
        while high - low > 1:
            middle = (low + high) >> 1
            if positions[middle] <= position:
                low = middle
            else:
                high = middle
        return low

    def run(self, program, whole, search):
        if self._text is None:
            self._decode()
        matcher = UnicodeMatcher(program, self._text, self._index(self.end))
        matcher.whole = whole or self.match_mode == MODE_FULL
        start = self._index(self.match_start)
        if self.match_mode == MODE_NONEMPTY:
            matcher.forbidden = start
        found = matcher.search_from(start) if search else matcher.match_at(start)
        if found:
            marks = matcher.regs[:2 * program.ngroups + 3]
            for i in range(len(marks) - 1):
                if marks[i] >= 0:
                    marks[i] = self._positions[marks[i]]
            self.match_start = marks[0]
            self.match_end = marks[1]
            self._marks = marks
        return found


def make_utf8_ctx(utf8string, bytestart, byteend):
    """A context between two positions."""
    return Utf8MatchContext(utf8string, bytestart, byteend)


@specialize.argtype(0)
def utf8search(pattern, utf8string, bytestart=0, byteend=sys.maxsize):
    """A context if the pattern matches somewhere, else None."""
    ctx = Utf8MatchContext(utf8string, bytestart, byteend)
    return ctx if search_context(ctx, pattern) else None


@specialize.argtype(0)
def utf8match(pattern, utf8string, bytestart=0, byteend=sys.maxsize, fullmatch=False):
    """A context if the pattern matches at the start, else None."""
    ctx = Utf8MatchContext(utf8string, bytestart, byteend)
    if fullmatch:
        ctx.match_mode = MODE_FULL
    return ctx if match_context(ctx, pattern) else None
