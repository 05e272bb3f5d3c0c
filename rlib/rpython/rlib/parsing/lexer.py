"""Tokens from text, by regular expressions: the longest match wins, and among equals the first expression."""
from rpython.rlib.parsing import regex
from rpython.rlib.parsing.deterministic import DFARunner, LexerError


class SourcePos(object):
    """A place in the text: index, line and column, all from 0."""

    def __init__(self, i, lineno, columnno):
        self.i = i
        self.lineno = lineno
        self.columnno = columnno

    def copy(self):
        return SourcePos(self.i, self.lineno, self.columnno)

    def __eq__(self, other):
        return self.i == other.i and self.lineno == other.lineno and self.columnno == other.columnno

    def __ne__(self, other):
        return not self == other

    def __repr__(self):
        return "SourcePos(%r, %r, %r)" % (self.i, self.lineno, self.columnno)


class Token(object):
    """The name of the expression that matched, the text, and where it is."""

    def __init__(self, name, source, source_pos):
        self.name = name
        self.source = source
        self.source_pos = source_pos

    def copy(self):
        return self.__class__(self.name, self.source, self.source_pos)

    def __eq__(self, other):
        return self.name == other.name and self.source == other.source and self.source_pos == other.source_pos

    def __ne__(self, other):
        return not self == other

    def __repr__(self):
        return "Token(%r, %r, %r)" % (self.name, self.source, self.source_pos)


class Lexer(object):
    """Makes tokens by expressions and their names; those whose names are in `ignore` are left out."""

    def __init__(self, token_regexs, names, ignore=None):
        self.token_regexs = token_regexs
        self.names = names
        self.rex = regex.LexingOrExpression(token_regexs, names)
        self.automaton = self.rex.make_automaton().make_deterministic(names)
        self.automaton.optimize()
        ignore = [] if ignore is None else ignore
        for name in ignore:
            assert name in names
        self.ignore = dict.fromkeys(ignore)
        self.matcher = self.automaton.make_lexing_code()

    def get_runner(self, text, eof=False, token_class=None):
        """An iterator over the tokens. With `eof`, the last one has the name EOF. A class of tokens of the program's own has its
        class of positions as `source_position_class`."""
        return LexingDFARunner(self.matcher, self.automaton, text, self.ignore, eof, token_class)

    def tokenize(self, text, eof=False):
        """The list of tokens."""
        runner = self.get_runner(text, eof)
        result = []
        while True:
            try:
                result.append(runner.find_next_token())
            except StopIteration:
                return result

    def get_dummy_repr(self):
        """Source text that makes this lexer without its expressions, to be put into a program."""
        return "%s\nlexer = DummyLexer(recognize, automaton, %r)" % (self.automaton.generate_lexing_code(), self.ignore)


class DummyLexer(Lexer):
    """A lexer with a ready automaton."""

    def __init__(self, matcher, automaton, ignore):
        self.token_regexs = None
        self.names = None
        self.rex = None
        self.automaton = automaton
        self.ignore = ignore
        self.matcher = matcher


class AbstractLexingDFARunner(DFARunner):
    """Finds one token after the other. Subclasses say `make_token`, `ignore_token` and `token_position_class`."""

    def __init__(self, matcher, automaton, text, eof=False):
        self.automaton = automaton
        self.matcher = matcher
        self.text = text
        self.eof = eof
        self.state = 0
        self.last_matched_state = 0
        self.last_matched_index = -1
        self.lineno = 0
        self.columnno = 0

    def find_next_token(self):
        while True:
            start = self.last_matched_index + 1
            assert start >= 0
            if start >= len(self.text):
                if start > len(self.text) or not self.eof:
                    raise StopIteration
                self.last_matched_index = start
                return self.make_token(start, -1, "", eof=True)
            self.state = 0
            reached = self.inner_loop(start)
            stop = self.last_matched_index + 1
            assert stop >= 0
            if stop <= start:
                if reached < 0:
                    reached = ~reached
                raise LexerError(self.text, self.state,
                                 self.token_position_class(reached - 1, self.lineno, self.columnno))
            source = self.text[start:stop]
            state = self.last_matched_state
            token = self.make_token(start, state, source)
            self.adjust_position(source)
            if not self.ignore_token(state):
                return token

    def adjust_position(self, token):
        """Moves line and column past a token's text."""
        lines = token.count("\n")
        if lines:
            self.lineno += lines
            self.columnno = len(token) - token.rfind("\n") - 1
        else:
            self.columnno += len(token)

    def inner_loop(self, i):
        return self.matcher(self, i)

    next = __next__ = find_next_token

    def __iter__(self):
        return self


class LexingDFARunner(AbstractLexingDFARunner):
    """The runner of `Lexer`."""

    def __init__(self, matcher, automaton, text, ignore, eof=False, token_class=None):
        if token_class is None:
            self.token_class = Token
            self.token_position_class = SourcePos
        else:
            self.token_class = token_class
            self.token_position_class = token_class.source_position_class
        AbstractLexingDFARunner.__init__(self, matcher, automaton, text, eof)
        self.ignore = ignore

    def ignore_token(self, state):
        return self.automaton.names[state] in self.ignore

    def make_token(self, index, state, text, eof=False):
        position = self.token_position_class(index, self.lineno, self.columnno)
        if eof:
            return self.token_class("EOF", "EOF", position)
        return self.token_class(self.automaton.names[state], text, position)
