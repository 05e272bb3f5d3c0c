"""Patterns of the string library: a matcher that backtracks."""
from lua.numbers import hex_digit, is_digit, is_space
from lua.objects import error

MAX_CAPTURES = 32
MAX_DEPTH = 200

POSITION = -2                                   # lengths of captures that are no texts
UNCLOSED = -1


def is_letter(c):
    return ('a' <= c and c <= 'z') or ('A' <= c and c <= 'Z')


def in_class(c, cl):
    """Whether a character is in the class that a letter stands for."""
    lower = cl
    if 'A' <= cl and cl <= 'Z':
        lower = chr(ord(cl) + 32)
    if lower == 'a':
        res = is_letter(c)
    elif lower == 'd':
        res = is_digit(c)
    elif lower == 's':
        res = is_space(c)
    elif lower == 'w':
        res = is_letter(c) or is_digit(c)
    elif lower == 'l':
        res = 'a' <= c and c <= 'z'
    elif lower == 'u':
        res = 'A' <= c and c <= 'Z'
    elif lower == 'p':
        res = '!' <= c and c <= '~' and not (is_letter(c) or is_digit(c))
    elif lower == 'c':
        res = c < ' ' or c == '\x7f'
    elif lower == 'x':
        res = hex_digit(c) >= 0
    elif lower == 'g':
        res = '!' <= c and c <= '~'
    else:
        return cl == c
    if lower != cl:
        return not res
    return res


class Matcher(object):
    def __init__(self, text, pattern):
        self.text = text
        self.pattern = pattern
        self.level = 0
        self.starts = [0] * MAX_CAPTURES
        self.lens = [0] * MAX_CAPTURES
        self.depth = 0

    def class_end(self, p):
        """Where the single character or class at p ends."""
        pattern = self.pattern
        c = pattern[p]
        p += 1
        if c == '%':
            if p >= len(pattern):
                raise error("malformed pattern (ends with '%')")
            return p + 1
        if c == '[':
            if p < len(pattern) and pattern[p] == '^':
                p += 1
            first = True
            while first or p >= len(pattern) or pattern[p] != ']':
                if p >= len(pattern):
                    raise error("malformed pattern (missing ']')")
                if pattern[p] == '%':
                    p += 1
                p += 1
                first = False
            return p + 1
        return p

    def matches_one(self, s, p, ep):
        """Whether the character at s is in the class from p to ep."""
        if s >= len(self.text):
            return False
        c = self.text[s]
        pc = self.pattern[p]
        if pc == '.':
            return True
        if pc == '%':
            return in_class(c, self.pattern[p + 1])
        if pc == '[':
            return self.in_set(c, p + 1, ep - 1)
        return pc == c

    def in_set(self, c, p, end):
        """Whether a character is in the set whose text is from p to end (where the bracket is)."""
        pattern = self.pattern
        found = True
        if pattern[p] == '^':
            found = False
            p += 1
        while p < end:
            pc = pattern[p]
            if pc == '%':
                p += 1
                if in_class(c, pattern[p]):
                    return found
                p += 1
            elif p + 2 < end and pattern[p + 1] == '-':
                if pc <= c and c <= pattern[p + 2]:
                    return found
                p += 3
            else:
                if pc == c:
                    return found
                p += 1
        return not found

    def candidate(self, s, p):
        """The first place from s on at which the pattern from p on may match. (Most patterns begin with a character or a class that
        few places have.)"""
        pattern = self.pattern
        if p >= len(pattern):
            return s
        c = pattern[p]
        if c == '(' or c == ')' or c == '$' or c == '.':
            return s
        if c == '%' and p + 1 < len(pattern):
            d = pattern[p + 1]
            if d == 'b' or d == 'f' or is_digit(d):
                return s
        ep = self.class_end(p)
        if ep < len(pattern):
            suffix = pattern[ep]
            if suffix == '?' or suffix == '*' or suffix == '-':
                return s
        end = len(self.text)
        if c != '%' and c != '[':
            assert s >= 0
            s = self.text.find(c, s)
            return s if s >= 0 else end
        while s < end and not self.matches_one(s, p, ep):
            s += 1
        return s

    def match(self, s, p):
        """The end of the match of the pattern from p on at s, or -1."""
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise error("pattern too complex")
        res = self.match_here(s, p)
        self.depth -= 1
        return res

    def match_here(self, s, p):
        pattern = self.pattern
        plen = len(pattern)
        while p < plen:
            pc = pattern[p]
            if pc == '(':
                if p + 1 < plen and pattern[p + 1] == ')':
                    return self.start_capture(s, p + 2, POSITION)
                return self.start_capture(s, p + 1, UNCLOSED)
            if pc == ')':
                return self.end_capture(s, p + 1)
            if pc == '$' and p + 1 == plen:
                return s if s == len(self.text) else -1
            if pc == '%' and p + 1 < plen:
                d = pattern[p + 1]
                if d == 'b':
                    s = self.match_balance(s, p + 2)
                    if s < 0:
                        return -1
                    p += 4
                    continue
                if d == 'f':
                    p += 2
                    if p >= plen or pattern[p] != '[':
                        raise error("missing '[' after '%f' in pattern")
                    ep = self.class_end(p)
                    before = '\0' if s == 0 else self.text[s - 1]
                    after = '\0' if s >= len(self.text) else self.text[s]
                    if self.in_set(before, p + 1, ep - 1) or not self.in_set(after, p + 1, ep - 1):
                        return -1
                    p = ep
                    continue
                if is_digit(d):
                    s = self.match_capture(s, d)
                    if s < 0:
                        return -1
                    p += 2
                    continue
            ep = self.class_end(p)
            suffix = '\0'
            if ep < plen:
                suffix = pattern[ep]
            if suffix == '?':
                if self.matches_one(s, p, ep):
                    res = self.match(s + 1, ep + 1)
                    if res >= 0:
                        return res
                p = ep + 1
            elif suffix == '+':
                if not self.matches_one(s, p, ep):
                    return -1
                return self.expand_most(s + 1, p, ep)
            elif suffix == '*':
                return self.expand_most(s, p, ep)
            elif suffix == '-':
                return self.expand_least(s, p, ep)
            else:
                if not self.matches_one(s, p, ep):
                    return -1
                s += 1
                p = ep
        return s

    def expand_most(self, s, p, ep):
        end = s
        while self.matches_one(end, p, ep):
            end += 1
        if ep + 1 == len(self.pattern):
            return end
        while end >= s:
            res = self.match(end, ep + 1)
            if res >= 0:
                return res
            end -= 1
        return -1

    def expand_least(self, s, p, ep):
        while True:
            res = self.match(s, ep + 1)
            if res >= 0:
                return res
            if not self.matches_one(s, p, ep):
                return -1
            s += 1

    def start_capture(self, s, p, what):
        if self.level >= MAX_CAPTURES:
            raise error("too many captures")
        self.starts[self.level] = s
        self.lens[self.level] = what
        self.level += 1
        res = self.match(s, p)
        if res < 0:
            self.level -= 1
        return res

    def end_capture(self, s, p):
        i = self.level - 1
        while i >= 0 and self.lens[i] != UNCLOSED:
            i -= 1
        if i < 0:
            raise error("invalid pattern capture")
        self.lens[i] = s - self.starts[i]
        res = self.match(s, p)
        if res < 0:
            self.lens[i] = UNCLOSED
        return res

    def match_balance(self, s, p):
        if p + 1 >= len(self.pattern):
            raise error("malformed pattern (missing arguments to '%b')")
        text = self.text
        opening = self.pattern[p]
        closing = self.pattern[p + 1]
        if s >= len(text) or text[s] != opening:
            return -1
        count = 1
        i = s + 1
        while i < len(text):
            c = text[i]
            if c == closing:
                count -= 1
                if count == 0:
                    return i + 1
            elif c == opening:
                count += 1
            i += 1
        return -1

    def match_capture(self, s, d):
        i = ord(d) - 49
        if i < 0 or i >= self.level or self.lens[i] == UNCLOSED:
            raise error("invalid capture index %%%d" % (i + 1))
        n = max(self.lens[i], 0)
        start = self.starts[i]
        if len(self.text) - s < n:
            return -1
        for k in range(n):
            if self.text[start + k] != self.text[s + k]:
                return -1
        return s + n


def has_specials(pattern):
    for c in pattern:
        if c in "^$*+?.([%-":
            return True
    return False
