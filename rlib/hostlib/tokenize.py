"""Tokens of Python 2's source text, as CPython 2.7's module gives them."""

import re

import token
from token import *

COMMENT = token.N_TOKENS
NL = token.N_TOKENS + 1
N_TOKENS = token.N_TOKENS + 2
tok_name = dict(token.tok_name)
tok_name[COMMENT] = 'COMMENT'
tok_name[NL] = 'NL'

_NUMBER = re.compile(r'(?:0[xX][0-9a-fA-F]+[lL]?|0[oO][0-7]+[lL]?|0[bB][01]+[lL]?'
                     r'|(?:[0-9]+\.[0-9]*|\.[0-9]+|[0-9]+(?=[eEjJ]))(?:[eE][-+]?[0-9]+)?[jJ]?|[0-9]+[lLjJ]?)')
_NAME = re.compile(r'[a-zA-Z_][a-zA-Z0-9_]*')
_STRING = re.compile(r'[uUbB]?[rR]?(\'\'\'|"""|\'|")')
_OPERATOR = re.compile(r'\*\*=|>>=|<<=|//=|<>|!=|\*\*|>>|<<|//|[-+*/%&|^=<>]=|[-+*/%&|^~<>=()\[\]{},:.;@`]')
TAB = 8


class TokenError(Exception):
    pass


class StopTokenizing(Exception):
    pass


def _end_of_string(line, start, quote):
    """The position behind the closing quotes, or -1."""
    i = start
    while i < len(line):
        if line[i] == '\\':
            i += 2
        elif line.startswith(quote, i):
            return i + len(quote)
        else:
            i += 1
    return -1


class _Lines(object):
    """A source of lines, which are counted."""

    def __init__(self, readline):
        self.readline = readline
        self.number = 0

    def next_line(self):
        try:
            line = self.readline()
        except StopIteration:
            line = ''
        self.number += 1
        return line


def _width(line):
    """The column of the first character that is no blank, and its position."""
    column, i = 0, 0
    while i < len(line) and line[i] in ' \t\f':
        if line[i] == ' ':
            column += 1
        elif line[i] == '\t':
            column = (column // TAB + 1) * TAB
        else:
            column = 0
        i += 1
    return column, i


def _error(lines, line, i):
    return ERRORTOKEN, line[i], (lines.number, i), (lines.number, i + 1), line


def generate_tokens(readline):
    """Tokens: kind, text, (line, column) of its begin and of its end, and the line. What is no token is an ERRORTOKEN."""
    lines = _Lines(readline)
    indents, depth, continued = [0], 0, False
    while True:
        line = lines.next_line()
        if not line:
            break
        i = 0
        if depth == 0 and not continued:
            column, i = _width(line)
            if i == len(line):
                break
            if line[i] in '#\r\n':
                if line[i] == '#':
                    text = line[i:].rstrip('\r\n')
                    yield COMMENT, text, (lines.number, i), (lines.number, i + len(text)), line
                    i += len(text)
                yield NL, line[i:], (lines.number, i), (lines.number, len(line)), line
                continue
            if column > indents[-1]:
                indents.append(column)
                yield INDENT, line[:i], (lines.number, 0), (lines.number, i), line
            while column < indents[-1]:
                if column not in indents:
                    raise IndentationError('unindent does not match any outer indentation level')
                indents.pop()
                yield DEDENT, '', (lines.number, i), (lines.number, i), line
        continued = False
        while i < len(line):
            start = i
            while i < len(line) and line[i] in ' \t\f':
                i += 1
            if i == len(line):
                break
            at, c = (lines.number, i), line[i]
            if c in '\r\n':
                yield NL if depth else NEWLINE, line[i:], at, (lines.number, len(line)), line
                break
            if c == '#':
                text = line[i:].rstrip('\r\n')
                yield COMMENT, text, at, (lines.number, i + len(text)), line
                i += len(text)
                continue
            if c == '\\' and line[i + 1:] in ('\n', '\r\n'):
                continued = True
                break
            string = _STRING.match(line, i)
            if string:
                quote, whole, end = string.group(1), line, _end_of_string(line, string.end(), string.group(1))
                text, rest = line[i:], line
                while end < 0:
                    if len(quote) == 1 and not text.endswith('\\\n') and not text.endswith('\\\r\n'):
                        break
                    rest = lines.next_line()
                    if not rest:
                        raise TokenError('EOF in multi-line string', at)
                    end = _end_of_string(rest, 0, quote)
                    whole += rest
                    text += rest
                if end < 0:
                    yield _error(lines, line, start)
                    i = start + 1
                    continue
                text = text[:len(text) - (len(rest) - end)]
                yield STRING, text, at, (lines.number, end), whole
                line, i = rest, end
                continue
            found, kind = _NUMBER.match(line, i), NUMBER
            if not found:
                found, kind = _NAME.match(line, i), NAME
            if not found:
                found, kind = _OPERATOR.match(line, i), OP
            if not found:
                yield _error(lines, line, start)
                i = start + 1
                continue
            text = found.group()
            if kind == OP and text in '([{':
                depth += 1
            elif kind == OP and text in ')]}':
                depth -= 1
            i = found.end()
            yield kind, text, at, (lines.number, i), line
    if depth > 0 or continued:
        raise TokenError('EOF in multi-line statement', (lines.number, 0))
    for _ in indents[1:]:
        yield DEDENT, '', (lines.number, 0), (lines.number, 0), ''
    yield ENDMARKER, '', (lines.number, 0), (lines.number, 0), ''


def tokenize(readline, tokeneater):
    """Gives each token to a function."""
    try:
        for found in generate_tokens(readline):
            tokeneater(*found)
    except StopTokenizing:
        pass
