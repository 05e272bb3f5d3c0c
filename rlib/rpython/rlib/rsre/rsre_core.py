"""Matching of compiled patterns, as RPython programs use it:

    ctx = StrMatchContext(string, start, end)
    if match_context(ctx, pattern): ... ctx.match_start, ctx.match_end, ctx.group(n)

A pattern is what `rpython.rlib.rsre.rpy.get_code` gives.
"""

import sys

from rpython.rlib.rsre.rsre_match import Matcher


class Error(Exception):
    def __init__(self, msg):
        self.msg = msg


class AbstractMatchContext(object):
    def __init__(self, string, match_start, end):
        if match_start < 0:
            match_start = 0
        if end < 0:
            end = 0
        if end > len(string):
            end = len(string)
        if match_start > end:
            match_start = end
        self._string = string
        self.end = end
        self.match_start = match_start
        self.match_end = match_start
        self._marks = [match_start]

    def getlength(self):
        return self.end

    def reset(self, start):
        self.match_start = start
        self.match_end = start

    def fresh_copy(self, start):
        return self.__class__(self._string, start, self.end)

    def get_mark(self, gid):
        """Where a group begins (2*n) and ends (2*n+1), counted from group 1 at 0; -1: nowhere."""
        i = gid + 2
        if i < len(self._marks) - 1:
            return self._marks[i]
        return -1

    def flatten_marks(self):
        return self._marks[:-1]

    def span(self, groupnum=0):
        if groupnum == 0:
            return self.match_start, self.match_end
        return self.get_mark(2 * groupnum - 2), self.get_mark(2 * groupnum - 1)

    def group(self, groupnum=0):
        start, end = self.span(groupnum)
        if start < 0 or end < 0:
            return None
        return self._string[start:end]

    def run(self, pattern, whole, search):
        matcher = Matcher(pattern, self._string, self.end)
        matcher.whole = whole
        start = self.match_start
        if search:
            found = matcher.search_from(start)
        else:
            found = matcher.match_at(start)
        if found:
            self.match_start = matcher.regs[0]
            self.match_end = matcher.regs[1]
            self._marks = matcher.regs[:2 * pattern.ngroups + 3]
        return found


class StrMatchContext(AbstractMatchContext):
    """A match in a byte string."""


def match_context(ctx, pattern):
    return ctx.run(pattern, False, False)


def fullmatch_context(ctx, pattern):
    return ctx.run(pattern, True, False)


def search_context(ctx, pattern):
    return ctx.run(pattern, False, True)


def match(pattern, string, start=0, end=sys.maxsize, flags=0, fullmatch=False):
    """A context if the pattern matches at the start, else None."""
    ctx = StrMatchContext(string, start, end)
    if ctx.run(pattern, fullmatch, False):
        return ctx
    return None


def fullmatch(pattern, string, start=0, end=sys.maxsize, flags=0):
    ctx = StrMatchContext(string, start, end)
    if ctx.run(pattern, True, False):
        return ctx
    return None


def search(pattern, string, start=0, end=sys.maxsize, flags=0):
    """A context if the pattern matches somewhere, else None."""
    ctx = StrMatchContext(string, start, end)
    if ctx.run(pattern, False, True):
        return ctx
    return None
