# Matching in UTF-8, where positions are those of bytes; contexts that go on; the group that was closed last.
from rpython.rlib.objectmodel import specialize
from rpython.rlib.rsre import rsre_core, rsre_utf8
from rpython.rlib.rsre.rpy import get_code
from rpython.rlib.rsre.rpy.sre_constants import OPCODES
from rpython.rlib.rsre.rsre_core import CompiledPattern, EndOfString, MODE_FULL, StrMatchContext
from rpython.rlib.rsre.rsre_utf8 import Utf8MatchContext, utf8match, utf8search

TEXT = 'a\xc3\xa9b \xf0\x9d\x84\x9e-\xc3\xa9\xc3\xa9 \xe3\x80\x80z'
# [\w]+ in sre's codes: letters of all languages
WORDS = CompiledPattern([29, 9, 1, 65535, 15, 4, 9, 14, 0, 1, 1], 32)
PAIR = get_code(r'(.)\1')
ANY = get_code(r'(?:(b)|.)*?-(.)')
NESTED = get_code(r'((a)(.)?)+')
EMPTY = get_code('b*')
END = get_code(r'z?$')


class Marked(StrMatchContext):
    """A class of its own, as interpreters have it."""


@specialize.argtype(0)
def all_of(pattern, text):
    ctx = Utf8MatchContext(text, 0, len(text))
    found = []
    while rsre_core.search_context(ctx, pattern):
        found.append('%d-%d' % (ctx.match_start, ctx.match_end))
        if ctx.match_end == ctx.match_start:
            if ctx.match_end == ctx.end:
                break
            ctx.reset(ctx.next_indirect(ctx.match_end))
        else:
            ctx.reset(ctx.match_end)
    return ' '.join(found)


def last_group(ctx):
    mark = ctx.match_marks
    return -1 if mark is None else mark.gid // 2 + 1


def steps(ctx, n):
    forward, back = [], []
    pos = ctx.ZERO
    while pos < ctx.end:
        forward.append(pos)
        pos = ctx.next(pos)
    try:
        while True:
            pos = ctx.prev(pos)
            back.append(pos)
    except EndOfString:
        back.reverse()
    print(forward == back, forward[n], ctx.next_n(0, 5, ctx.end), ctx.prev_n(ctx.end, 3, 0))
    try:
        ctx.next_n(0, 100, ctx.end)
    except EndOfString:
        print('no further')


def entry_point(argv):
    n = len(argv) if len(argv) < 2 else 1
    text = TEXT * n
    print(all_of(WORDS, text))
    print(all_of(EMPTY, text))
    ctx = utf8search(PAIR, text)
    print(ctx.span(), ctx.span(1), ctx.group(1) == '\xc3\xa9', ctx.str(ctx.match_start) == 0xe9)
    ctx = utf8match(ANY, text, 1)
    print(ctx.span(), ctx.span(1), ctx.span(2), ctx.flatten_marks())
    print(utf8match(PAIR, text) is None, utf8match(WORDS, text, 0, 4, True) is not None, utf8match(WORDS, text, 0, 5, True) is None)
    print(utf8search(END, text).span())
    again = ctx.fresh_copy(0)
    print(rsre_core.search_context(again, WORDS), again.match_end, isinstance(again, Utf8MatchContext))
    steps(ctx, n)
    plain = Marked('xaabab', 0, 6)
    print(rsre_core.search_context(plain, NESTED), plain.match_start, plain.match_end, last_group(plain), last_group(ctx))
    plain = Marked('bbx', 0, 3)
    plain.reset(0, must_advance=True)
    print(rsre_core.match_context(plain, EMPTY), plain.match_end)
    plain = Marked('xbb', 0, 3)
    plain.reset(0, must_advance=True)
    print(rsre_core.match_context(plain, EMPTY), rsre_core.search_context(plain, EMPTY), plain.match_start)
    plain = Marked('bb', 0, 2)
    plain.match_mode = MODE_FULL
    print(rsre_core.match_context(plain, EMPTY), plain.next_indirect(0), plain.prev_indirect(1), plain._real_pos(1))
    return 0


assert OPCODES['literal'] == 19 and OPCODES['failure'] == 0 and OPCODES['subpattern'] == 30


def target(driver, args):
    return entry_point, None
