"""Matching of compiled patterns, as RPython programs use it:

    ctx = StrMatchContext(string, start, end)
    if match_context(ctx, pattern): ... ctx.match_start, ctx.match_end, ctx.group(n)

A pattern is what `rpython.rlib.rsre.rpy.get_code` gives, a list of sre's codes, or a `CompiledPattern` of one (which saves
that each match decodes it).
"""

import sys

from rpython.rlib.objectmodel import specialize
from rpython.rlib.rsre.rsre_code import *
from rpython.rlib.rsre.rsre_code import decode
from rpython.rlib.rsre.rsre_match import Program, Matcher, UnicodeMatcher, BufferMatcher
from rpython.tool.sourcetools import func_with_new_name


class Error(Exception):
    def __init__(self, msg):
        self.msg = msg


class EndOfString(Exception):
    """There is no character before the first one."""


class CompiledPattern(object):
    """A pattern made of sre's codes."""
    _immutable_fields_ = ['pattern[*]', 'flags', 'program']

    def __init__(self, pattern, flags=0):
        self.pattern = pattern
        self.flags = flags
        self.program = decode(pattern, flags)


@specialize.argtype(0)
def _program(pattern, flags):
    if isinstance(pattern, Program):
        return pattern
    elif isinstance(pattern, CompiledPattern):
        return pattern.program
    else:
        return decode(pattern, flags)


def _adjust(start, end, length):
    """Both in the bounds of a string of that length."""
    start = min(max(start, 0), length)
    end = min(max(end, 0), length)
    return start, end


class Mark(object):
    """Where one end of a group is: `gid` is 2*n at the begin and 2*n+1 at the end of group n+1. `prev` is another mark."""
    _immutable_ = True

    def __init__(self, gid, position, prev):
        self.gid = gid
        self.position = position
        self.prev = prev


# What a match has to be: `match_mode` of a context.
MODE_ANY = '\x00'
MODE_NONEMPTY = '\x01'
MODE_FULL = '\x02'      # it ends where the context ends


class AbstractMatchContext(object):
    """Where to look, and what was found."""
    ZERO = 0
    match_mode = MODE_ANY

    def __init__(self, length, match_start, end, flags):
        match_start, end = _adjust(match_start, end, length)
        if match_start > end:
            match_start = end
        self.end = end
        self.flags = flags
        self.match_start = match_start
        self.original_pos = match_start
        self.match_end = match_start
        self._marks = [match_start, match_start, 0]

    def getlength(self):
        return self.end

    def reset(self, start, must_advance=False):
        """What is looked for next begins at `start` or behind it; with `must_advance` an empty match at `start` is none."""
        self.match_start = start
        self.match_end = start
        self.match_mode = MODE_NONEMPTY if must_advance else MODE_ANY

    def _real_pos(self, index):
        return index

    def next(self, position):
        """The position behind the character at a position."""
        return position + 1

    def next_indirect(self, position):
        """`next`, of a context of any class."""
        return position + 1

    def prev(self, position):
        """The position of the character in front of a position; EndOfString."""
        if position <= 0:
            raise EndOfString
        return position - 1

    def prev_indirect(self, position):
        """`prev`, of a context of any class."""
        if position <= 0:
            raise EndOfString
        return position - 1

    def next_n(self, position, n, end_position):
        position += n
        if position > end_position:
            raise EndOfString
        return position

    def prev_n(self, position, n, start_position):
        position -= n
        if position < start_position:
            raise EndOfString
        return position

    def get_mark(self, gid):
        """Where a group begins (2*n) and ends (2*n+1), counted from group 1 at 0; -1: nowhere."""
        i = gid + 2
        if i < len(self._marks) - 1:
            return self._marks[i]
        return -1

    @property
    def match_marks(self):
        """The ends of the groups that took part; the first is that of the group that was closed last. None if there are none."""
        last = 2 * self._marks[len(self._marks) - 1] - 1
        marks = None
        for gid in range(len(self._marks) - 3):
            if gid != last and self.get_mark(gid) >= 0:
                marks = Mark(gid, self.get_mark(gid), marks)
        if last >= 0 and self.get_mark(last) >= 0:
            marks = Mark(last, self.get_mark(last), marks)
        return marks

    def flatten_marks(self):
        return self._marks[:-1]

    def span(self, groupnum=0):
        if groupnum == 0:
            return self.match_start, self.match_end
        return self.get_mark(2 * groupnum - 2), self.get_mark(2 * groupnum - 1)

    def run(self, program, whole, search):
        raise NotImplementedError

    @specialize.argtype(1)
    def run_matcher(self, matcher, program, whole, search):
        matcher.whole = whole or self.match_mode == MODE_FULL
        start = self.match_start
        self.original_pos = start
        if self.match_mode == MODE_NONEMPTY:
            matcher.forbidden = start
        found = matcher.search_from(start) if search else matcher.match_at(start)
        if found:
            self.match_start = matcher.regs[0]
            self.match_end = matcher.regs[1]
            self._marks = matcher.regs[:2 * program.ngroups + 3]
        return found


class StrMatchContext(AbstractMatchContext):
    """A match in a byte string."""

    def __init__(self, string, match_start, end, flags=0):
        AbstractMatchContext.__init__(self, len(string), match_start, end, flags)
        self._string = string

    def fresh_copy(self, start):
        return StrMatchContext(self._string, start, self.end, self.flags)

    def str(self, index):
        return ord(self._string[index])

    def group(self, groupnum=0):
        start, end = self.span(groupnum)
        if start < 0 or end < 0:
            return None
        return self._string[start:end]

    def run(self, program, whole, search):
        return self.run_matcher(Matcher(program, self._string, self.end), program, whole, search)


class UnicodeMatchContext(AbstractMatchContext):
    """A match in a unicode string."""

    def __init__(self, unicodestr, match_start, end, flags=0):
        AbstractMatchContext.__init__(self, len(unicodestr), match_start, end, flags)
        self._unicodestr = unicodestr

    def fresh_copy(self, start):
        return UnicodeMatchContext(self._unicodestr, start, self.end, self.flags)

    def str(self, index):
        return ord(self._unicodestr[index])

    def group(self, groupnum=0):
        start, end = self.span(groupnum)
        if start < 0 or end < 0:
            return None
        return self._unicodestr[start:end]

    def run(self, program, whole, search):
        return self.run_matcher(UnicodeMatcher(program, self._unicodestr, self.end), program, whole, search)


class _Chars(object):
    def __init__(self, buffer):
        self.buffer = buffer

    def __getitem__(self, index):
        return self.buffer.getitem(index)


class BufMatchContext(AbstractMatchContext):
    """A match in a buffer."""

    def __init__(self, buf, match_start, end, flags=0):
        AbstractMatchContext.__init__(self, buf.getlength(), match_start, end, flags)
        self._buffer = buf

    def fresh_copy(self, start):
        return BufMatchContext(self._buffer, start, self.end, self.flags)

    def str(self, index):
        return ord(self._buffer.getitem(index))

    def run(self, program, whole, search):
        return self.run_matcher(BufferMatcher(program, _Chars(self._buffer), self.end), program, whole, search)


# Kinds of positions, as OPCODE_AT has them.
AT_BEGINNING, AT_BEGINNING_LINE, AT_BEGINNING_STRING, AT_BOUNDARY, AT_NON_BOUNDARY, AT_END = range(6)
AT_END_LINE, AT_END_STRING, AT_LOC_BOUNDARY, AT_LOC_NON_BOUNDARY, AT_UNI_BOUNDARY, AT_UNI_NON_BOUNDARY = range(6, 12)
_taken = []


def specializectx(func):
    """Makes a function of a context (its first parameter, `ctx`) for each class of contexts."""
    assert func.__code__.co_varnames[0] == 'ctx'
    name = '_with_ctx_%d_%s' % (len(_taken), func.__name__)
    _taken.append(name)
    for cls in [StrMatchContext, UnicodeMatchContext, BufMatchContext]:
        setattr(cls, name, func_with_new_name(func, cls.__name__ + name))

    @specialize.argtype(0)
    def dispatch(ctx, *args):
        return getattr(ctx, name)(*args)
    return func_with_new_name(dispatch, func.__name__)


@specialize.argtype(1)
def match_context(ctx, pattern):
    return ctx.run(_program(pattern, ctx.flags), False, False)


@specialize.argtype(1)
def fullmatch_context(ctx, pattern):
    return ctx.run(_program(pattern, ctx.flags), True, False)


@specialize.argtype(1)
def search_context(ctx, pattern):
    return ctx.run(_program(pattern, ctx.flags), False, True)


@specialize.argtype(0)
def match(pattern, string, start=0, end=sys.maxsize, flags=0, fullmatch=False):
    """A context if the pattern matches at the start, else None."""
    ctx = StrMatchContext(string, start, end, flags)
    if ctx.run(_program(pattern, flags), fullmatch, False):
        return ctx
    return None


@specialize.argtype(0)
def fullmatch(pattern, string, start=0, end=sys.maxsize, flags=0):
    ctx = StrMatchContext(string, start, end, flags)
    if ctx.run(_program(pattern, flags), True, False):
        return ctx
    return None


@specialize.argtype(0)
def search(pattern, string, start=0, end=sys.maxsize, flags=0):
    """A context if the pattern matches somewhere, else None."""
    ctx = StrMatchContext(string, start, end, flags)
    if ctx.run(_program(pattern, flags), False, True):
        return ctx
    return None
