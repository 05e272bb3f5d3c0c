"""Tokens of class definitions."""

from .errors import ParseError

END, NAME, KEYWORD, INTEGER, STRING, SYMBOL, OPERATOR, PUNCTUATION, PRIMITIVE, SEPARATOR = range(10)

NAMES = {
    END: "end of text", NAME: "name", KEYWORD: "keyword", INTEGER: "number", STRING: "string", SYMBOL: "symbol",
    OPERATOR: "operator", PUNCTUATION: "punctuation", PRIMITIVE: "primitive", SEPARATOR: "separator",
}

OPERATORS = "+-*/\\<>=~&|,@%!?"


class Token(object):
    _immutable_ = True

    def __init__(self, kind, text, line):
        self.kind = kind
        self.text = text
        self.line = line

    def describe(self):
        if self.kind == END:
            return NAMES[END]
        return "%s '%s'" % (NAMES[self.kind], self.text)


class Lexer(object):
    def __init__(self, text):
        self.text = text
        self.pos = 0
        self.line = 1

    def char(self):
        if self.pos < len(self.text):
            return self.text[self.pos]
        return "\0"

    def skip(self):
        while self.pos < len(self.text):
            c = self.text[self.pos]
            if c == "\n":
                self.line += 1
            elif c == '"':
                self.pos += 1
                while self.char() != '"':
                    if self.pos >= len(self.text):
                        raise ParseError("comment does not end", self.line)
                    if self.char() == "\n":
                        self.line += 1
                    self.pos += 1
            elif not c.isspace():
                return
            self.pos += 1

    def identifier(self):
        start = self.pos
        while self.char().isalnum() or self.char() == "_":
            self.pos += 1
        assert start >= 0
        end = self.pos
        assert end >= 0
        return self.text[start:end]

    def tokens(self):
        """All tokens, lazily."""
        while True:
            self.skip()
            if self.pos >= len(self.text):
                yield Token(END, "", self.line)
                return
            yield self.next()

    def next(self):
        c = self.char()
        line = self.line
        if c.isalpha():
            name = self.identifier()
            if self.char() == ":" and self.peek(1) != "=":
                self.pos += 1
                return Token(KEYWORD, name + ":", line)
            if name == "primitive":
                return Token(PRIMITIVE, name, line)
            return Token(NAME, name, line)
        if c.isdigit():
            start = self.pos
            while self.char().isdigit():
                self.pos += 1
            return Token(INTEGER, self.text[start:self.pos], line)
        if c == "'":
            return Token(STRING, self.string(), line)
        if c == "#":
            self.pos += 1
            if self.char() == "(":
                self.pos += 1
                return Token(PUNCTUATION, "#(", line)
            if self.char() == "'":
                return Token(SYMBOL, self.string(), line)
            if self.char() in OPERATORS:
                return Token(SYMBOL, self.operator(), line)
            name = self.identifier()
            while self.char() == ":":
                self.pos += 1
                name += ":" + self.identifier()
            return Token(SYMBOL, name, line)
        if self.text.startswith("----", self.pos):
            while self.char() == "-":
                self.pos += 1
            return Token(SEPARATOR, "----", line)
        if c in OPERATORS:
            return Token(OPERATOR, self.operator(), line)
        if c == ":" and self.peek(1) == "=":
            self.pos += 2
            return Token(PUNCTUATION, ":=", line)
        if c in "()[].;^:":
            self.pos += 1
            return Token(PUNCTUATION, c, line)
        raise ParseError("unexpected character %r" % c, line)

    def peek(self, n):
        if self.pos + n < len(self.text):
            return self.text[self.pos + n]
        return "\0"

    def operator(self):
        start = self.pos
        while self.char() in OPERATORS and not self.text.startswith("----", self.pos):
            self.pos += 1
        return self.text[start:self.pos]

    def string(self):
        parts = []
        self.pos += 1
        while True:
            c = self.char()
            if self.pos >= len(self.text):
                raise ParseError("string does not end", self.line)
            self.pos += 1
            if c == "'":
                if self.char() != "'":
                    return "".join(parts)
                self.pos += 1
            elif c == "\n":
                self.line += 1
            parts.append(c)
