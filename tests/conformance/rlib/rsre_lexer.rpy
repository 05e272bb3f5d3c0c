"""Patterns compiled at import time, matched at run time: through rsre, and through re's objects."""
import re
from rpython.rlib.rsre import rsre_core
from rpython.rlib.rsre.rpy import get_code

RULES = [('NUMBER', r'\d+(\.\d+)?([eE][+-]?\d+)?'), ('NAME', r'[A-Za-z_]\w*'),
         ('STRING', r'"([^"\\]|\\.)*"'), ('OP', r'[-+*/=<>]=?'), ('OPEN', r'\('), ('CLOSE', r'\)'),
         ('COMMENT', r'#[^\n]*'), ('ANY', r'.')]


class Rule(object):
    _attrs_ = ['name', 'pattern']

    def __init__(self, name, regexp):
        self.name = name
        self.pattern = get_code(regexp)

    def _freeze_(self):
        return True


LEXER = [Rule(name, regexp) for name, regexp in RULES]
BLANKS = get_code(r'\s+')


class Token(object):
    def __init__(self, name, text, pos):
        self.name = name
        self.text = text
        self.pos = pos


def lex(source):
    tokens = []
    pos = 0
    while pos < len(source):
        assert pos >= 0
        ctx = rsre_core.StrMatchContext(source, pos, len(source))
        if rsre_core.match_context(ctx, BLANKS):
            pos = ctx.match_end
            continue
        for rule in LEXER:
            ctx = rsre_core.StrMatchContext(source, pos, len(source))
            if rsre_core.match_context(ctx, rule.pattern):
                start = ctx.match_start
                end = ctx.match_end
                assert start >= 0
                assert end >= 0
                tokens.append(Token(rule.name, source[start:end], start))
                pos = end
                break
        else:
            raise ValueError
    return tokens


date = re.compile(r'(\d{4})-(\d\d?)-(\d\d?)')
greedy = re.compile(r'<(.*)>')
lazy = re.compile(r'<(.*?)>')
repeated = re.compile(r'(?:(a)|b|(c))+$')
same = re.compile(r'(\w)\1')
inside = re.compile(r'(?<=\[)[^\]]*(?=\])')
words = re.compile(r'\b[A-Z]\w+\b')
caseless = re.compile(r'(?i)hello\s+world')
counted = re.compile(r'(?:ab){2,3}c?')
lines = re.compile(r'(?m)^\w+$')


def show(what, m):
    if m is None:
        print("%s: no match" % what)
    else:
        print("%s: %d %d %s" % (what, m.start(), m.end(), m.group()))


def group(m, n):
    if m is None:
        return "-"
    text = m.group(n)
    if text is None:
        return "None"
    return text


def entry_point(argv):
    for t in lex('x1 = 3.25e-7 + foo("a\\"b") >= 10 # end\n(y*2)!'):
        print("%d %s %s" % (t.pos, t.name, t.text))
    m = date.search('on 2024-5-17, 1999-12-31')
    show('date', m)
    print(group(m, 1) + '/' + group(m, 2) + '/' + group(m, 3))
    show('date at 5', date.search('on 2024-5-17, 1999-12-31', 5))
    show('match only at the start', date.match('on 2024-5-17'))
    show('greedy', greedy.search('a <b> <c> d'))
    print(group(greedy.search('a <b> <c> d'), 1))
    show('lazy', lazy.search('a <b> <c> d'))
    m = repeated.search('zzabcab')
    show('repeated', m)
    print(group(m, 1) + ' ' + group(m, 2))
    show('same', same.search('abcddef'))
    show('inside', inside.search('x[key]y'))
    show('words', words.search('the Quick brown'))
    show('caseless', caseless.search('say HELLO   World'))
    show('counted', counted.search('xxababababc'))
    show('lines', lines.search('a b\ncd\n'))
    show('nothing', words.search('no capitals'))
    ctx = rsre_core.search(get_date(), 'at 2001-02-03!')
    if ctx is not None:
        print("%d %d" % ctx.span(0))
        text = ctx.group(2)
        if text is not None:
            print(text)
    # Backtracking over a long text keeps its own stack.
    text = 'a' * 2000 + 'b'
    show_length(lazy_b.search(text))
    return 0


DATE = get_code(r'(\d+)-(\d+)-(\d+)')


def get_date():
    return DATE


lazy_b = re.compile(r'(a|aa)+?b')


def show_length(m):
    if m is None:
        print("no match")
    else:
        print(m.end() - m.start())


def target(driver, args):
    return entry_point, None
