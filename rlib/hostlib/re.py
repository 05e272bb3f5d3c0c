"""re: regular expressions over byte strings (classes such as `\\w` mean ASCII)."""

from rpython.rlib.rsre import rsre_compile as _recompile
from rpython.rlib.rsre.rsre_compile import (error, IGNORECASE, LOCALE, MULTILINE, DOTALL, UNICODE,
                                            VERBOSE, DEBUG, ASCII)
from rpython.rlib.rsre.rsre_match import Matcher
from rpython.rlib.objectmodel import specialize, we_are_translated

I = IGNORECASE
L = LOCALE
M = MULTILINE
S = DOTALL
U = UNICODE
X = VERBOSE
A = ASCII
NOFLAG = 0
TEMPLATE = T = 1

PatternError = error
_cache = {}


class Match(object):
    def __init__(self, pattern, string, pos, endpos, regs):
        self.re = pattern
        self.string = string
        self.pos = pos
        self.endpos = endpos
        self._regs = regs

    def _text(self, n, default=None):
        start = self._regs[2 * n]
        stop = self._regs[2 * n + 1]
        if start < 0 or stop < 0:
            return default
        return self.string[start:stop]

    @specialize.argtype(1)
    def _number(self, group):
        if isinstance(group, str):
            if group not in self.re.groupindex:
                raise IndexError('no such group')
            return self.re.groupindex[group]
        if group < 0 or group > self.re.groups:
            raise IndexError('no such group')
        return group

    @specialize.argtype(1)
    def group(self, group=0, *others):
        if len(others) == 0:
            return self._text(self._number(group))
        return tuple([self._text(self._number(g)) for g in (group,) + others])

    def __getitem__(self, group):
        return self._text(self._number(group))

    def groups(self, default=None):
        """A tuple; a list in translated programs, where the length of a tuple is a part of its type."""
        all = [self._text(n, default) for n in range(1, self.re.groups + 1)]
        if we_are_translated():
            return all
        return tuple(all)

    def groupdict(self, default=None):
        return dict([(name, self._text(n, default)) for name, n in self.re.groupindex.items()])

    def _start(self, n):
        start = self._regs[2 * n] if self._regs[2 * n + 1] >= 0 else -1
        assert n > 0 or start >= 0
        return start

    def _end(self, n):
        end = self._regs[2 * n + 1]
        assert n > 0 or end >= 0
        return end

    @specialize.argtype(1)
    def start(self, group=0):
        return self._start(self._number(group))

    @specialize.argtype(1)
    def end(self, group=0):
        return self._end(self._number(group))

    @specialize.argtype(1)
    def span(self, group=0):
        return self.start(group), self.end(group)

    @property
    def regs(self):
        return tuple([self.span(n) for n in range(self.re.groups + 1)])

    @property
    def lastindex(self):
        n = self._regs[2 * self.re.groups + 2]
        return n if n > 0 else None

    @property
    def lastgroup(self):
        last = self.lastindex
        for name, n in self.re.groupindex.items():
            if n == last:
                return name
        return None

    def expand(self, template):
        return _fill(_parse_template(self.re, template), self)

    def __copy__(self):
        return self

    def __deepcopy__(self, memo):
        return self

    def __repr__(self):
        return '<re.Match object; span=%r, match=%r>' % (self.span(), self.group())


class Pattern(object):
    def __init__(self, pattern, flags, program, names):
        self.pattern = pattern
        self.flags = flags
        self.groups = program.ngroups
        self.groupindex = names
        self._program = program

    def _matcher(self, string, pos, endpos):
        n = len(string)
        if endpos is None or endpos > n:
            endpos = n
        return Matcher(self._program, string, max(endpos, 0)), min(max(pos, 0), n)

    def _made(self, matcher, pos):
        return Match(self, matcher.string, pos, matcher.endpos, list(matcher.regs))

    def match(self, string, pos=0, endpos=None):
        matcher, pos = self._matcher(string, pos, endpos)
        if pos <= matcher.endpos and matcher.match_at(pos):
            return self._made(matcher, pos)
        return None

    def fullmatch(self, string, pos=0, endpos=None):
        matcher, pos = self._matcher(string, pos, endpos)
        matcher.whole = True
        if pos <= matcher.endpos and matcher.match_at(pos):
            return self._made(matcher, pos)
        return None

    def search(self, string, pos=0, endpos=None):
        matcher, pos = self._matcher(string, pos, endpos)
        if matcher.search_from(pos):
            return self._made(matcher, pos)
        return None

    def finditer(self, string, pos=0, endpos=None):
        matcher, start = self._matcher(string, pos, endpos)
        at = start
        while matcher.search_from(at):
            at = matcher.regs[1]
            empty = matcher.regs[0] == at
            yield self._made(matcher, start)
            # Behind an empty match, one that is not empty may begin at the same place.
            matcher.forbidden = at if empty else -1

    scanner = finditer

    def findall(self, string, pos=0, endpos=None):
        if self.groups > 1:
            if we_are_translated():
                # The items would be tuples, and are strings otherwise.
                raise NotImplementedError
            return [m.groups(string[:0]) for m in self.finditer(string, pos, endpos)]
        found = []
        for m in self.finditer(string, pos, endpos):
            found.append(m._text(self.groups, string[:0]))
        return found

    def split(self, string, maxsplit=0):
        pieces = []
        last = 0
        for m in self.finditer(string):
            if maxsplit and len(pieces) >= maxsplit * (self.groups + 1):
                break
            pieces.append(string[last:m._start(0)])
            for n in range(1, self.groups + 1):
                pieces.append(m._text(n))
            last = m._end(0)
        pieces.append(string[last:])
        return pieces

    @specialize.argtype(1)
    def subn(self, repl, string, count=0):
        template = [] if callable(repl) else _parse_template(self, repl)
        pieces = []
        last = 0
        n = 0
        for m in self.finditer(string):
            if count and n >= count:
                break
            pieces.append(string[last:m._start(0)])
            if callable(repl):
                pieces.append(repl(m))
            else:
                pieces.append(_fill(template, m))
            last = m._end(0)
            n += 1
        pieces.append(string[last:])
        return string[:0].join(pieces), n

    @specialize.argtype(1)
    def sub(self, repl, string, count=0):
        return self.subn(repl, string, count)[0]

    def __copy__(self):
        return self

    def __deepcopy__(self, memo):
        return self

    def __eq__(self, other):
        return (isinstance(other, Pattern) and self.pattern == other.pattern and
                self.flags == other.flags)

    def __ne__(self, other):
        return not self == other

    def __hash__(self):
        return hash((self.pattern, self.flags))

    def __repr__(self):
        names = [(IGNORECASE, 'IGNORECASE'), (MULTILINE, 'MULTILINE'), (DOTALL, 'DOTALL'),
                 (VERBOSE, 'VERBOSE'), (ASCII, 'ASCII')]
        flags = '|'.join(['re.' + name for bit, name in names if self.flags & bit])
        return 're.compile(%r%s)' % (self.pattern, ', ' + flags if flags else '')


def _group_piece(pattern, template, number, i):
    if number > pattern.groups:
        raise error('invalid group reference %d' % number, template, i)
    return '', number


def _parse_template(pattern, template):
    """Pieces of a replacement: (text, -1), or ('', the number of a group)."""
    pieces = []
    i = 0
    n = len(template)
    while i < n:
        c = template[i]
        if c != '\\':
            end = template.find('\\', i)
            if end < 0:
                end = n
            pieces.append((template[i:end], -1))
            i = end
            continue
        c = template[i + 1:i + 2]
        i += 2
        if c == '':
            pieces.append(('\\', -1))
        elif c == 'g':
            end = template.find('>', i)
            if template[i:i + 1] != '<':
                raise error('missing <', template, i)
            if end < 0:
                raise error('missing >, unterminated name', template, i + 1)
            name = template[i + 1:end]
            i = end + 1
            if name.isdigit():
                pieces.append(_group_piece(pattern, template, int(name), i))
            elif name in pattern.groupindex:
                pieces.append(_group_piece(pattern, template, pattern.groupindex[name], i))
            else:
                raise IndexError('unknown group name ' + repr(name))
        elif c == '0' or (c in '123' and i + 1 < n and template[i] in '01234567' and
                          template[i + 1] in '01234567'):
            digits = c
            while len(digits) < 3 and i < n and template[i] in '01234567':
                digits += template[i]
                i += 1
            pieces.append((chr(int(digits, 8) & 255), -1))
        elif c.isdigit():
            digits = c
            if i < n and template[i].isdigit():
                digits += template[i]
                i += 1
            pieces.append(_group_piece(pattern, template, int(digits), i))
        elif c in _recompile._ESCAPES:
            pieces.append((chr(_recompile._ESCAPES[c]), -1))
        elif c.isalpha():
            raise error('bad escape \\%s' % c, template, i - 2)
        else:
            pieces.append(('\\' + c, -1))
    return pieces


def _fill(pieces, m):
    out = []
    for text, group in pieces:
        if group >= 0:
            text = m._text(group, '')
        out.append(text)
    return ''.join(out)


@specialize.memo()
def _compiled(pattern, flags):
    """The pattern for a text; translated: for each constant text one prebuilt object."""
    key = (pattern, flags)
    if key not in _cache:
        program, all_flags, names = _recompile.compile_pattern(pattern, int(flags))
        if not all_flags & ASCII:
            all_flags |= UNICODE
        _cache[key] = Pattern(pattern, all_flags, program, names)
    return _cache[key]

_compiled._memo_of_ = 'the pattern of a regular expression'


# Each call has a copy of its own, so that its constant pattern is known there.

@specialize.call_location()
def compile(pattern, flags=0):
    if isinstance(pattern, Pattern):
        if flags:
            raise ValueError('cannot process flags argument with a compiled pattern')
        return pattern
    return _compiled(pattern, flags)


@specialize.call_location()
def match(pattern, string, flags=0):
    return compile(pattern, flags).match(string)


@specialize.call_location()
def fullmatch(pattern, string, flags=0):
    return compile(pattern, flags).fullmatch(string)


@specialize.call_location()
def search(pattern, string, flags=0):
    return compile(pattern, flags).search(string)


@specialize.call_location()
def findall(pattern, string, flags=0):
    return compile(pattern, flags).findall(string)


@specialize.call_location()
def finditer(pattern, string, flags=0):
    return compile(pattern, flags).finditer(string)


@specialize.call_location()
def split(pattern, string, maxsplit=0, flags=0):
    return compile(pattern, flags).split(string, maxsplit)


@specialize.call_location()
def sub(pattern, repl, string, count=0, flags=0):
    return compile(pattern, flags).sub(repl, string, count)


@specialize.call_location()
def subn(pattern, repl, string, count=0, flags=0):
    return compile(pattern, flags).subn(repl, string, count)


def escape(pattern):
    special = '()[]{}?*+-|^$\\.&~# \t\n\r\v\f'
    return ''.join(['\\' + c if c in special else c for c in pattern])


def purge():
    _cache.clear()


def template(pattern, flags=0):
    return compile(pattern, flags)


class Scanner(object):
    """A lexicon of patterns with actions, tried in order."""

    def __init__(self, lexicon, flags=0):
        self.lexicon = [(compile(phrase, flags), action) for phrase, action in lexicon]
        self.match = None

    def scan(self, string):
        result = []
        at = 0
        while at < len(string):
            for pattern, action in self.lexicon:
                m = pattern.match(string, at)
                if m is not None and m.end() > at:
                    break
            else:
                break
            at = m.end()
            if callable(action):
                self.match = m
                action = action(self, m.group())
            if action is not None:
                result.append(action)
        return result, string[at:]
