"""Codes of sre that the program makes when it runs, matched in bytes, in unicode strings and in buffers."""
from rpython.rlib.buffer import StringBuffer
from rpython.rlib.runicode import str_decode_latin_1
from rpython.rlib.rsre import rsre_core, rsre_char
from rpython.rlib.rsre.rsre_core import (
    CompiledPattern, StrMatchContext, UnicodeMatchContext, BufMatchContext, match_context, search_context,
    fullmatch_context)

SPECIAL = '|)*+?'
CLASSES = {'d': 0, 'D': 1, 's': 2, 'S': 3, 'w': 4, 'W': 5}


class PatternError(Exception):
    def __init__(self, pos):
        self.pos = pos


class Maker(object):
    """From the text of a pattern to codes: each method gives the codes of a part."""

    def __init__(self, text, ignore=False):
        self.text = text
        self.pos = 0
        self.groups = 0
        self.ignore = ignore

    def at(self, c):
        if self.pos < len(self.text) and self.text[self.pos] == c:
            self.pos += 1
            return True
        return False

    def take(self):
        if self.pos >= len(self.text):
            raise PatternError(self.pos)
        self.pos += 1
        return self.text[self.pos - 1]

    def whole(self):
        codes = self.either()
        if self.pos < len(self.text):
            raise PatternError(self.pos)
        return codes + [rsre_core.OPCODE_SUCCESS]

    def either(self):
        parts = [self.row()]
        while self.at('|'):
            parts.append(self.row())
        if len(parts) == 1:
            return parts[0]
        # every part but the 0 at the end: skip, codes, a jump behind all
        rest = [0]
        i = len(parts) - 1
        while i >= 0:
            part = parts[i]
            rest = [len(part) + 3] + part + [rsre_core.OPCODE_JUMP, len(rest) + 1] + rest
            i -= 1
        return [rsre_core.OPCODE_BRANCH] + rest

    def row(self):
        codes = []
        while self.pos < len(self.text) and self.text[self.pos] not in '|)':
            codes = codes + self.repeated()
        return codes

    def repeated(self):
        codes, single = self.one()
        if self.at('*'):
            low, high = 0, 65535
        elif self.at('+'):
            low, high = 1, 65535
        elif self.at('?'):
            low, high = 0, 1
        elif self.at('{'):
            low = ord(self.take()) - 48
            high = ord(self.take()) - 48
            if not self.at('}'):
                raise PatternError(self.pos)
        else:
            return codes
        lazy = self.at('?')
        if single:
            op = rsre_core.OPCODE_MIN_REPEAT_ONE if lazy else rsre_core.OPCODE_REPEAT_ONE
            return [op, len(codes) + 4, low, high] + codes + [rsre_core.OPCODE_SUCCESS]
        until = rsre_core.OPCODE_MIN_UNTIL if lazy else rsre_core.OPCODE_MAX_UNTIL
        return [rsre_core.OPCODE_REPEAT, len(codes) + 3, low, high] + codes + [until]

    def one(self):
        """Codes, and whether they take exactly one character."""
        c = self.take()
        if c == '(':
            return self.parenthesis(), False
        elif c == '[':
            return self.in_set(), True
        elif c == '.':
            return [rsre_core.OPCODE_ANY], True
        elif c == '^':
            return [rsre_core.OPCODE_AT, 0], False
        elif c == '$':
            return [rsre_core.OPCODE_AT, 5], False
        elif c == '\\':
            return self.escape()
        elif c in SPECIAL:
            raise PatternError(self.pos - 1)
        return self.literal(c), True

    def literal(self, c):
        if self.ignore:
            return [rsre_core.OPCODE_LITERAL_IGNORE, rsre_char.getlower(ord(c), 0)]
        return [rsre_core.OPCODE_LITERAL, ord(c)]

    def escape(self):
        c = self.take()
        if c in CLASSES:
            return [rsre_core.OPCODE_CATEGORY, CLASSES[c]], True
        elif c == 'b':
            return [rsre_core.OPCODE_AT, 3], False
        elif c == 'B':
            return [rsre_core.OPCODE_AT, 4], False
        elif '1' <= c <= '9':
            op = rsre_core.OPCODE_GROUPREF_IGNORE if self.ignore else rsre_core.OPCODE_GROUPREF
            return [op, ord(c) - 49], False
        return self.literal(c), True

    def parenthesis(self):
        mark = -1
        look = 0
        if self.at('?'):
            kind = self.take()
            if kind == '=':
                look = rsre_core.OPCODE_ASSERT
            elif kind == '!':
                look = rsre_core.OPCODE_ASSERT_NOT
            elif kind != ':':
                raise PatternError(self.pos)
        else:
            mark = 2 * self.groups
            self.groups += 1
        codes = self.either()
        if not self.at(')'):
            raise PatternError(self.pos)
        if mark >= 0:
            return [rsre_core.OPCODE_MARK, mark] + codes + [rsre_core.OPCODE_MARK, mark + 1]
        if look:
            return [look, len(codes) + 3, 0] + codes + [rsre_core.OPCODE_SUCCESS]
        return codes

    def in_set(self):
        codes = []
        if self.at('^'):
            codes.append(rsre_core.OPCODE_NEGATE)
        while not self.at(']'):
            c = self.take()
            if c == '\\':
                codes += [rsre_core.OPCODE_CATEGORY, CLASSES[self.take()]]
            elif self.at('-'):
                codes += [rsre_core.OPCODE_RANGE, ord(c), ord(self.take())]
            else:
                codes += [rsre_core.OPCODE_LITERAL, ord(c)]
        codes.append(rsre_core.OPCODE_FAILURE)
        op = rsre_core.OPCODE_IN_IGNORE if self.ignore else rsre_core.OPCODE_IN
        return [op, len(codes) + 1] + codes


@rsre_core.specializectx
def spaces_before(ctx, end):
    n = 0
    for i in range(end):
        if ctx.str(i) == 32:
            n += 1
    return n


def widened(text):
    return str_decode_latin_1(text, len(text), 'strict')[0]


def show_groups(ctx, n):
    line = '%d-%d' % (ctx.match_start, ctx.match_end)
    for i in range(1, n + 1):
        start, end = ctx.span(i)
        line += ' (%d,%d)' % (start, end)
    return line


def three_ways(text, subject, ignore=False):
    maker = Maker(text, ignore)
    try:
        codes = maker.whole()
    except PatternError as e:
        print('%s: wrong at %d' % (text, e.pos))
        return
    flags = rsre_char.SRE_FLAG_IGNORECASE if ignore else 0
    pattern = CompiledPattern(codes, flags)
    n = maker.groups
    ctx = StrMatchContext(subject, 0, len(subject), flags)
    uctx = UnicodeMatchContext(widened(subject), 0, len(subject), flags)
    bctx = BufMatchContext(StringBuffer(subject), 0, len(subject), flags)
    found = search_context(ctx, pattern)
    ufound = search_context(uctx, pattern)
    bfound = search_context(bctx, pattern)
    if found != ufound or found != bfound:
        print(text + ': THEY DIFFER')
    if not found:
        print('%s in %s: no' % (text, subject))
        return
    for other in [show_groups(uctx, n), show_groups(bctx, n)]:
        if other != show_groups(ctx, n):
            print(text + ': THEY DIFFER: ' + other)
    whole = ctx.group()
    again = StrMatchContext(subject, 0, len(subject), flags)
    print('%s in %s: %s [%s] %s %s %d' % (
        text, subject, show_groups(ctx, n), whole, 'm' if match_context(again, codes) else '-',
        'f' if fullmatch_context(again.fresh_copy(0), codes) else '-', spaces_before(ctx, ctx.match_end)))
    if uctx.group() != widened(whole) or spaces_before(bctx, bctx.match_end) != spaces_before(uctx, uctx.match_end):
        print('THEY DIFFER')


CASES = [('abc', 'xxabcx'), ('a*b', 'caaab'), ('a*?b', 'caaab'), ('a.c|b+', 'abbc abc'), ('(a|b)*c', 'ababc'),
         ('(\\w+) (\\w+)', 'one two three'), ('(.)(.)\\2\\1', 'xabbay'), ('^[a-c]+$', 'abccba'), ('^[a-c]+$', 'abcd'),
         ('[^\\d ]+', '12 ab3'), ('(?:ab){23}', 'abababab'), ('(?:ab){12}?', 'abababab'), ('\\bcat\\b', 'concat cat'),
         ('\\Bcat', 'concat cat'), ('foo(?=bar)', 'foobaz foobar'), ('foo(?!bar)', 'foobar foobaz'),
         ('(a)|(b)', 'b'), ('(a)?b', 'b'), ('((a)|b)+', 'aab'), ('x(', 'x'), ('*', ''), ('', ''), ('(?:a|ab)(?:c|bcd)', 'abcd'),
         ('[a-z]+ing|[a-z]+ed', 'they walked singing'), ('\\((.*?)\\)', 'f(a)(b)')]
IGNORING = [('abC', 'xABcx'), ('[k-p]+', 'aKLmz'), ('(b)\\1', 'abB'), ('straSSe', 'STRASSE'), ('\\d+', 'A12')]


def entry_point(argv):
    for text, subject in CASES:
        three_ways(text, subject)
    for text, subject in IGNORING:
        three_ways(text, subject, True)
    # words of a text, one after the other
    words = Maker('(\\w)\\w*').whole()
    subject = 'to be or'
    ctx = rsre_core.search(words, subject)
    while ctx is not None:
        print('%s %d %s' % (ctx.group(), ctx.get_mark(0), ctx.flatten_marks()))
        ctx = rsre_core.search(words, subject, ctx.match_end)
    print(rsre_core.match(words, ' x') is None, rsre_core.fullmatch(words, 'xyz') is None)
    print(rsre_core.match(words, 'abcdef', 1, 4).span())
    # characters that bytes do not have
    greek = [rsre_core.OPCODE_REPEAT_ONE, 10, 1, 65535, rsre_core.OPCODE_IN, 5, rsre_core.OPCODE_RANGE, 0x3b1, 0x3c9,
             rsre_core.OPCODE_FAILURE, rsre_core.OPCODE_SUCCESS, rsre_core.OPCODE_SUCCESS]
    uctx = UnicodeMatchContext(u'ab \u03b1\u03b2\u03b3!', 0, 7)
    print(search_context(uctx, greek), uctx.span())
    group = uctx.group(0)
    print(group is not None and group == u'\u03b1\u03b2\u03b3')
    uctx.reset(1)
    print(uctx.getlength(), uctx.match_start, uctx.str(4), match_context(uctx, greek))
    return 0


def target(driver, args):
    return entry_point, None
