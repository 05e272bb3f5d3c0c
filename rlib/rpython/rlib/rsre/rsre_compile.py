"""Makes programs for the matcher of `re` and rsre from patterns (import time only)."""

from rpython.rlib.rsre.rsre_match import *
from rpython.rlib.rsre.rsre_match import CharSet, Program

IGNORECASE = 2
LOCALE = 4
MULTILINE = 8
DOTALL = 16
UNICODE = 32
VERBOSE = 64
DEBUG = 128
ASCII = 256

_LETTERS = {'i': IGNORECASE, 'L': LOCALE, 'm': MULTILINE, 's': DOTALL, 'u': UNICODE, 'x': VERBOSE,
            'a': ASCII}
_ESCAPES = {'a': 7, 'b': 8, 'f': 12, 'n': 10, 'r': 13, 't': 9, 'v': 11, '\\': 92}
_DIGITS = set(range(48, 58))
_SPACES = set([32, 9, 10, 11, 12, 13])
_WORDS = set([c for c in range(128) if is_word(c)])
_CLASSES = {'d': _DIGITS, 's': _SPACES, 'w': _WORDS}
_MANY = -1
_BIG = 1 << 40


class error(Exception):
    def __init__(self, msg, pattern=None, pos=-1):
        self.msg = msg
        self.pattern = pattern
        self.pos = pos
        self.lineno = self.colno = 0
        if pattern is not None and pos >= 0:
            self.lineno = pattern.count('\n', 0, pos) + 1
            self.colno = pos - pattern.rfind('\n', 0, pos)
            msg = '%s at position %d' % (msg, pos)
            if '\n' in pattern:
                msg = '%s (line %d, column %d)' % (msg, self.lineno, self.colno)
        Exception.__init__(self, msg)


class _Set(object):
    """A set of characters being built: codes below 256, ranges above, all of it inverted or not."""

    def __init__(self):
        self.low = set()
        self.ranges = []

    def add_range(self, a, b):
        self.low.update(range(a, min(b, 255) + 1))
        if b > 255:
            self.ranges += [max(a, 256), b]

    def add_class(self, letter):
        members = _CLASSES[letter.lower()]
        if letter.isupper():
            self.low.update([c for c in range(256) if c not in members])
            self.ranges += [256, 0x10ffff]
        else:
            self.low.update(members)

    def add_other_case(self):
        for c in list(self.low):
            if 97 <= c <= 122:
                self.low.add(c - 32)
            elif 65 <= c <= 90:
                self.low.add(c + 32)

    def charset(self, negated):
        bits = ''.join(['\x01' if (c in self.low) != negated else '\x00' for c in range(256)])
        return CharSet(bits, negated, self.ranges)


class _Parser(object):
    """Pattern → tree. A node is a tuple whose first item says what it is:

    char c ignore, any, set CharSet, cat nodes, alt nodes, rep node min max mode, group n node,
    at kind, ref n ignore, look back? negative? node, atomic node, if n yes no
    """

    def __init__(self, pattern, flags):
        self.pattern = pattern
        self.flags = flags
        self.pos = 0
        self.ngroups = 0
        self.names = {}
        self.open_groups = []

    def fail(self, msg, pos=None):
        raise error(msg, self.pattern, self.pos if pos is None else pos)

    def peek(self, n=1):
        return self.pattern[self.pos:self.pos + n]

    def accept(self, text):
        if self.pattern.startswith(text, self.pos):
            self.pos += len(text)
            return True
        return False

    def parse(self):
        while self.pattern.startswith('(?', self.pos):
            # Flags for the whole pattern.
            end = self.pattern.find(')', self.pos)
            letters = self.pattern[self.pos + 2:end]
            if end < 0 or not letters or [c for c in letters if c not in _LETTERS]:
                break
            for c in letters:
                self.flags |= _LETTERS[c]
            self.pos = end + 1
        node = self.alternatives()
        if self.pos < len(self.pattern):
            self.fail('unbalanced parenthesis')
        return node

    def alternatives(self):
        branches = [self.sequence()]
        while self.accept('|'):
            branches.append(self.sequence())
        if len(branches) == 1:
            return branches[0]
        return ('alt', branches)

    def skip_blanks(self):
        pattern = self.pattern
        while self.pos < len(pattern):
            c = pattern[self.pos]
            if c in ' \t\n\r\v\f':
                self.pos += 1
            elif c == '#':
                end = pattern.find('\n', self.pos)
                self.pos = len(pattern) if end < 0 else end + 1
            else:
                return

    def sequence(self):
        items = []
        while True:
            if self.flags & VERBOSE:
                self.skip_blanks()
            if self.pos >= len(self.pattern) or self.peek() in ('|', ')'):
                break
            node = self.atom()
            if node is None:
                continue
            while True:
                if self.flags & VERBOSE:
                    self.skip_blanks()
                at = self.pos
                repeated = self.quantifier(node)
                if repeated is None:
                    break
                if node[0] == 'rep':
                    self.fail('multiple repeat', at)
                node = repeated
            items.append(node)
        if len(items) == 1:
            return items[0]
        return ('cat', items)

    def quantifier(self, node):
        start = self.pos
        c = self.peek()
        if c == '*':
            low, high = 0, _MANY
        elif c == '+':
            low, high = 1, _MANY
        elif c == '?':
            low, high = 0, 1
        elif c == '{':
            bounds = self.bounds()
            if bounds is None:
                return None
            low, high = bounds
        else:
            return None
        if c != '{':
            self.pos += 1
        if node[0] == 'at':
            self.fail('nothing to repeat', start)
        mode = GREEDY
        if self.accept('?'):
            mode = LAZY
        elif self.accept('+'):
            mode = POSSESSIVE
        return ('rep', node, low, high, mode)

    def bounds(self):
        """The numbers of `{m,n}`; None if it is literal text."""
        end = self.pattern.find('}', self.pos)
        if end < 0:
            return None
        text = self.pattern[self.pos + 1:end]
        low, comma, high = text.partition(',')
        if not comma:
            high = low
            if not low:
                return None
        if (low and not low.isdigit()) or (high and not high.isdigit()):
            return None
        lo = int(low) if low else 0
        hi = int(high) if high else _MANY
        if hi != _MANY and hi < lo:
            self.fail('min repeat greater than max repeat', self.pos + 1)
        self.pos = end + 1
        return lo, hi

    def char(self, code):
        if self.flags & IGNORECASE:
            c = lower(code)
            if 97 <= c <= 122:
                return ('char', c, True)
        return ('char', code, False)

    def atom(self):
        c = self.peek()
        start = self.pos
        self.pos += 1
        if c == '.':
            return ('any', bool(self.flags & DOTALL))
        if c == '^':
            return ('at', AT_LINE_START if self.flags & MULTILINE else AT_START)
        if c == '$':
            return ('at', AT_LINE_END if self.flags & MULTILINE else AT_END)
        if c == '(':
            return self.parenthesis(start)
        if c == '[':
            return self.char_class(start)
        if c == '\\':
            return self.escape(start)
        if c in ('*', '+', '?'):
            self.fail('nothing to repeat', start)
        return self.char(ord(c))

    def hexadecimal(self, n, start):
        text = self.peek(n)
        if len(text) != n or [c for c in text if c not in '0123456789abcdefABCDEF']:
            self.fail('incomplete escape \\%s' % self.pattern[start + 1:self.pos + len(text)], start)
        self.pos += n
        return int(text, 16)

    def simple_escape(self, c, start):
        """An escape that means one character inside and outside of classes; None if it does not."""
        if c in _ESCAPES:
            return _ESCAPES[c]
        if c == 'x':
            return self.hexadecimal(2, start)
        if c == 'u':
            return self.hexadecimal(4, start)
        if c == 'U':
            return self.hexadecimal(8, start)
        if not c.isalnum():
            return ord(c)
        return None

    def literal_code(self, code):
        """A code behind the bytes of a byte string stands for its UTF-8 bytes."""
        if code < 256 or bytes is not str or not isinstance(self.pattern, str):
            return self.char(code)
        return ('cat', [self.char(ord(c)) for c in unichr(code).encode('utf-8')])

    def escape(self, start):
        if self.pos >= len(self.pattern):
            self.fail('bad escape (end of pattern)', start)
        c = self.peek()
        self.pos += 1
        if c == 'A':
            return ('at', AT_START)
        if c == 'Z':
            return ('at', AT_VERY_END)
        if c == 'b':
            return ('at', AT_BOUNDARY)
        if c == 'B':
            return ('at', AT_NO_BOUNDARY)
        if c in 'dDsSwW':
            chars = _Set()
            chars.add_class(c)
            return ('set', chars.charset(False))
        if c == '0':
            digits = c
            while len(digits) < 3 and self.peek() and self.peek() in '01234567':
                digits += self.peek()
                self.pos += 1
            return self.char(int(digits, 8))
        if c.isdigit():
            text = c
            more = self.peek(2)
            if len(more) == 2 and c in '0123' and more[0] in '01234567' and more[1] in '01234567':
                self.pos += 2
                return self.char(int(c + more, 8))
            if more[:1].isdigit():
                text += more[0]
                self.pos += 1
            return self.reference(int(text), start)
        code = self.simple_escape(c, start)
        if code is None:
            self.fail('bad escape \\%s' % c, start)
        return self.literal_code(code)

    def reference(self, n, start):
        if n > self.ngroups:
            self.fail('invalid group reference %d' % n, start + 1)
        if n in self.open_groups:
            self.fail('cannot refer to an open group', start)
        return ('ref', n, bool(self.flags & IGNORECASE))

    def class_item(self, start):
        """A character's code, or the letter of a class of characters."""
        if self.pos >= len(self.pattern):
            self.fail('unterminated character set', start)
        c = self.peek()
        at = self.pos
        self.pos += 1
        if c != '\\':
            return ord(c)
        c = self.peek()
        if not c:
            self.fail('bad escape (end of pattern)', at)
        self.pos += 1
        if c in 'dDsSwW':
            return c
        if c in '01234567':
            digits = c
            while len(digits) < 3 and self.peek() and self.peek() in '01234567':
                digits += self.peek()
                self.pos += 1
            return int(digits, 8)
        code = self.simple_escape(c, at)
        if code is None:
            self.fail('bad escape \\%s' % c, at)
        return code

    def char_class(self, start):
        chars = _Set()
        negated = self.accept('^')
        first = True
        while first or self.peek() != ']':
            first = False
            at = self.pos
            low = self.class_item(start)
            if self.peek() == '-' and self.peek(2) != '-]' and len(self.peek(2)) == 2:
                self.pos += 1
                high = self.class_item(start)
                if isinstance(low, str) or isinstance(high, str) or high < low:
                    self.fail('bad character range %s' % self.pattern[at:self.pos], at)
                chars.add_range(low, high)
            elif isinstance(low, str):
                chars.add_class(low)
            else:
                chars.add_range(low, low)
        self.pos += 1
        if self.flags & IGNORECASE:
            chars.add_other_case()
        if not negated and len(chars.low) == 1 and not chars.ranges:
            return ('char', list(chars.low)[0], False)
        return ('set', chars.charset(negated))

    def name_until(self, terminator, start):
        end = self.pattern.find(terminator, self.pos)
        if end < 0:
            self.fail('missing %s, unterminated name' % terminator, self.pos)
        name = self.pattern[self.pos:end]
        if not name:
            self.fail('missing group name', self.pos)
        self.pos = end + 1
        return name

    def group_number(self, name, start):
        if name.isdigit():
            n = int(name)
            if n > self.ngroups:
                self.fail('invalid group reference %d' % n, start)
            return n
        if name not in self.names:
            self.fail('unknown group name %r' % name, start)
        return self.names[name]

    def close(self, start):
        if not self.accept(')'):
            self.fail('missing ), unterminated subpattern', start)

    def parenthesis(self, start):
        if not self.accept('?'):
            return self.capture(None, start)
        at = self.pos
        c = self.peek()
        self.pos += 1
        if c == ':':
            return self.grouped(start)
        if c == '#':
            end = self.pattern.find(')', self.pos)
            if end < 0:
                self.fail('missing ), unterminated comment', start)
            self.pos = end + 1
            return None
        if c == 'P':
            if self.accept('<'):
                at = self.pos
                name = self.name_until('>', start)
                if not name.isidentifier():
                    self.fail('bad character in group name %r' % name, at)
                if name in self.names:
                    self.fail('redefinition of group name %r as group %d; was group %d' %
                              (name, self.ngroups + 1, self.names[name]), at)
                return self.capture(name, start)
            if self.accept('='):
                at = self.pos
                name = self.name_until(')', start)
                return self.reference(self.group_number(name, at), at)
            self.fail('unknown extension ?P' + self.peek(), start + 1)
        if c in ('=', '!'):
            return self.look(False, c == '!', start)
        if c == '<' and self.peek() in ('=', '!'):
            negative = self.peek() == '!'
            self.pos += 1
            return self.look(True, negative, start)
        if c == '>':
            node = self.alternatives()
            self.close(start)
            return ('atomic', node)
        if c == '(':
            at = self.pos
            n = self.group_number(self.name_until(')', start), at)
            yes = self.sequence()
            no = self.sequence() if self.accept('|') else ('cat', [])
            self.close(start)
            return ('if', n, yes, no)
        if c and (c in _LETTERS or c == '-'):
            self.pos -= 1
            return self.scoped_flags(start)
        self.fail('unknown extension ?' + c, start + 1)

    def scoped_flags(self, start):
        add = remove = 0
        while self.peek() in _LETTERS:
            add |= _LETTERS[self.peek()]
            self.pos += 1
        if self.accept('-'):
            while self.peek() in _LETTERS:
                remove |= _LETTERS[self.peek()]
                self.pos += 1
        if self.peek() == ')' and add and not remove:
            self.fail('global flags not at the start of the expression', start)
        if not self.accept(':'):
            self.fail('missing -, : or )' if self.peek() else 'missing flag')
        saved = self.flags
        self.flags = (saved | add) & ~remove
        node = self.grouped(start)
        self.flags = saved
        return node

    def grouped(self, start):
        saved = self.flags
        node = self.alternatives()
        self.flags = saved
        self.close(start)
        return ('cat', [node])

    def capture(self, name, start):
        self.ngroups += 1
        n = self.ngroups
        if name is not None:
            self.names[name] = n
        self.open_groups.append(n)
        node = self.alternatives()
        self.open_groups.pop()
        self.close(start)
        return ('group', n, node)

    def look(self, back, negative, start):
        node = self.alternatives()
        self.close(start)
        return ('look', back, negative, node)


def _width(node):
    """Least and greatest length of what a node matches."""
    kind = node[0]
    if kind in ('char', 'any', 'set'):
        return 1, 1
    if kind in ('at', 'look'):
        return 0, 0
    if kind == 'cat':
        widths = [_width(n) for n in node[1]]
        return sum([w[0] for w in widths]), min(sum([w[1] for w in widths]), _BIG)
    if kind == 'alt':
        widths = [_width(n) for n in node[1]]
        return min([w[0] for w in widths]), max([w[1] for w in widths])
    if kind == 'rep':
        low, high = _width(node[1])
        return node[2] * low, _BIG if node[3] < 0 and high else min(max(node[3], 0) * high, _BIG)
    if kind == 'group':
        return _width(node[2])
    if kind == 'atomic':
        return _width(node[1])
    if kind == 'if':
        yes, no = _width(node[2]), _width(node[3])
        return min(yes[0], no[0]), max(yes[1], no[1])
    return 0, _BIG


def _first(node):
    """Codes below 256 with which a match of the node can begin; None if that says nothing."""
    kind = node[0]
    if kind == 'char':
        if node[1] > 255:
            return None
        return set([node[1], node[1] - 32]) if node[2] else set([node[1]])
    if kind == 'set':
        chars = node[1]
        if chars.others or chars.ranges:
            return None
        return set([c for c in range(256) if chars.bits[c] != '\x00'])
    if kind == 'cat':
        found = set()
        for n in node[1]:
            if n[0] in ('at', 'look'):
                continue
            first = _first(n)
            if first is None:
                return None
            found |= first
            if _width(n)[0] > 0:
                return found
        return None
    if kind == 'alt':
        found = set()
        for n in node[1]:
            first = _first(n)
            if first is None or not _width(n)[0]:
                return None
            found |= first
        return found
    if kind == 'rep':
        return _first(node[1])
    if kind == 'group':
        return _first(node[2])
    if kind == 'atomic':
        return _first(node[1])
    return None


class _Compiler(object):
    def __init__(self, ngroups):
        self.code = []
        self.sets = []
        self.nregs = 2 * ngroups + 3

    def emit(self, *words):
        self.code.extend(words)

    def hole(self):
        self.code.append(0)
        return len(self.code) - 1

    def fill(self, at):
        self.code[at] = len(self.code)

    def one(self, node):
        """Is it one operation that takes one character?"""
        while node[0] == 'cat' and len(node[1]) == 1:
            node = node[1][0]
        return node if node[0] in ('char', 'any', 'set') else None

    def compile(self, node):
        kind = node[0]
        if kind == 'char':
            self.emit(CHAR_IGNORE if node[2] else CHAR, node[1])
        elif kind == 'any':
            self.emit(ANY_ALL if node[1] else ANY)
        elif kind == 'set':
            self.emit(SET, self.set_index(node[1]))
        elif kind == 'cat':
            for n in node[1]:
                self.compile(n)
        elif kind == 'alt':
            ends = []
            for n in node[1][:-1]:
                self.emit(SPLIT)
                other = self.hole()
                self.compile(n)
                self.emit(JUMP)
                ends.append(self.hole())
                self.fill(other)
            self.compile(node[1][-1])
            for end in ends:
                self.fill(end)
        elif kind == 'rep':
            self.repeat(node[1], node[2], node[3], node[4])
        elif kind == 'group':
            self.emit(MARK, 2 * node[1])
            self.compile(node[2])
            self.emit(MARK, 2 * node[1] + 1)
        elif kind == 'at':
            self.emit(AT, node[1])
        elif kind == 'ref':
            self.emit(BACKREF, node[1], int(node[2]))
        elif kind == 'look':
            width = 0
            if node[1]:
                width, most = _width(node[3])
                if width != most:
                    raise error('look-behind requires fixed-width pattern')
            self.emit(LOOK, int(node[2]), width)
            end = self.hole()
            self.compile(node[3])
            self.emit(SUCCEED)
            self.fill(end)
        elif kind == 'atomic':
            self.emit(ATOMIC)
            end = self.hole()
            self.compile(node[1])
            self.emit(SUCCEED)
            self.fill(end)
        elif kind == 'if':
            self.emit(IF_GROUP, node[1])
            no = self.hole()
            self.compile(node[2])
            self.emit(JUMP)
            end = self.hole()
            self.fill(no)
            self.compile(node[3])
            self.fill(end)

    def set_index(self, chars):
        for i, other in enumerate(self.sets):
            if (other.bits == chars.bits and other.others == chars.others and
                    other.ranges == chars.ranges):
                return i
        self.sets.append(chars)
        return len(self.sets) - 1

    def repeat(self, node, low, high, mode):
        single = self.one(node)
        if single is not None:
            self.emit(REPEAT_ONE, low, high, mode)
            end = self.hole()
            self.compile(single)
            self.fill(end)
            return
        if mode == POSSESSIVE:
            self.compile(('atomic', ('rep', node, low, high, GREEDY)))
            return
        if (low, high) == (0, 1):
            self.emit(SPLIT if mode == GREEDY else SPLIT_LAZY)
            end = self.hole()
            self.compile(node)
            self.fill(end)
            return
        r = self.nregs
        self.nregs += 2
        self.emit(LOOP_START, r)
        head = len(self.code)
        self.emit(LOOP, r, low, high, mode)
        end = self.hole()
        self.compile(node)
        self.emit(JUMP, head)
        self.fill(end)


def compile_pattern(pattern, flags):
    """Program, flags, names of groups."""
    parser = _Parser(pattern, flags)
    tree = parser.parse()
    compiler = _Compiler(parser.ngroups)
    compiler.compile(tree)
    compiler.emit(SUCCEED)
    first = None
    codes = _first(tree)
    if codes is not None and _width(tree)[0] > 0:
        chars = _Set()
        chars.low = codes
        first = chars.charset(False)
    program = Program(compiler.code, compiler.sets, parser.ngroups, compiler.nregs, first)
    return program, parser.flags, parser.names
