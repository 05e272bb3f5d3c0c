"""Recursive descent."""

from . import lexer as lx
from .ast import (ArrayLiteral, Assign, BlockNode, Cascade, ClassNode, IntLiteral, MethodNode, Name, Return, Send,
                  StringLiteral)
from .errors import ParseError


class Parser(object):
    def __init__(self, text):
        self.tokens = [t for t in lx.Lexer(text).tokens()]
        self.pos = 0

    @property
    def token(self):
        return self.tokens[self.pos]

    def advance(self):
        t = self.token
        self.pos += 1
        return t

    def at(self, kind, text=None):
        t = self.token
        return t.kind == kind and (text is None or t.text == text)

    def accept(self, kind, text):
        if self.at(kind, text):
            self.pos += 1
            return True
        return False

    def expect(self, kind, text=None):
        if not self.at(kind, text):
            wanted = lx.NAMES[kind] if text is None else "'" + text + "'"
            raise ParseError("expected %s, found %s" % (wanted, self.token.describe()), self.token.line)
        return self.advance().text

    def classes(self):
        result = []
        while not self.at(lx.END):
            result.append(self.parse_class())
        return result

    def parse_class(self):
        line = self.token.line
        name = self.expect(lx.NAME)
        self.expect(lx.OPERATOR, "=")
        superclass = "Object"
        if self.at(lx.NAME):
            superclass = self.advance().text
        self.expect(lx.PUNCTUATION, "(")
        fields = self.names()
        methods = []
        class_methods = []
        target = methods
        while not self.accept(lx.PUNCTUATION, ")"):
            if self.at(lx.SEPARATOR):
                self.advance()
                target = class_methods
                continue
            target.append(self.method())
        return ClassNode(name, superclass, fields, methods, class_methods, line)

    def names(self):
        result = []
        if self.accept(lx.OPERATOR, "|"):
            while not self.accept(lx.OPERATOR, "|"):
                result.append(self.expect(lx.NAME))
        elif self.accept(lx.OPERATOR, "||"):
            pass
        return result

    def method(self):
        line = self.token.line
        params = []
        t = self.advance()
        if t.kind == lx.NAME:
            selector = t.text
        elif t.kind == lx.OPERATOR:
            selector = t.text
            params.append(self.expect(lx.NAME))
        elif t.kind == lx.KEYWORD:
            selector = t.text
            params.append(self.expect(lx.NAME))
            while self.at(lx.KEYWORD):
                selector += self.advance().text
                params.append(self.expect(lx.NAME))
        else:
            raise ParseError("expected a method, found " + t.describe(), t.line)
        self.expect(lx.OPERATOR, "=")
        if self.at(lx.PRIMITIVE):
            self.advance()
            return MethodNode(selector, params, [], None, line)
        self.expect(lx.PUNCTUATION, "(")
        temps = self.names()
        body = self.statements(")")
        return MethodNode(selector, params, temps, body, line)

    def statements(self, closing):
        body = []
        while not self.accept(lx.PUNCTUATION, closing):
            if self.accept(lx.PUNCTUATION, "^"):
                body.append(Return(self.expression()))
                self.accept(lx.PUNCTUATION, ".")
                self.expect(lx.PUNCTUATION, closing)
                break
            body.append(self.expression())
            if not self.accept(lx.PUNCTUATION, "."):
                self.expect(lx.PUNCTUATION, closing)
                break
        return body

    def expression(self):
        t = self.token
        if t.kind == lx.NAME:
            after = self.tokens[self.pos + 1]
            if after.kind == lx.PUNCTUATION and after.text == ":=":
                self.pos += 2
                return Assign(t.text, self.expression(), t.line)
        node = self.keyword_send(self.binary_send(self.unary_send(self.primary())))
        if isinstance(node, Send) and self.at(lx.PUNCTUATION, ";"):
            rest = []
            while self.accept(lx.PUNCTUATION, ";"):
                rest.append(self.cascade_part(node))
            return Cascade(node, rest)
        return node

    def cascade_part(self, first):
        t = self.token
        if t.kind == lx.NAME:
            self.advance()
            return Send(first.receiver, t.text, [], t.line)
        if t.kind == lx.OPERATOR:
            self.advance()
            return Send(first.receiver, t.text, [self.unary_send(self.primary())], t.line)
        node = self.keyword_send(first.receiver)
        if not isinstance(node, Send) or node is first.receiver:
            raise ParseError("expected a message, found " + t.describe(), t.line)
        return node

    def unary_send(self, node):
        while self.at(lx.NAME):
            t = self.advance()
            node = Send(node, t.text, [], t.line)
        return node

    def binary_send(self, node):
        while self.at(lx.OPERATOR):
            t = self.advance()
            node = Send(node, t.text, [self.unary_send(self.primary())], t.line)
        return node

    def keyword_send(self, node):
        if not self.at(lx.KEYWORD):
            return node
        selector = ""
        args = []
        line = self.token.line
        while self.at(lx.KEYWORD):
            selector += self.advance().text
            args.append(self.binary_send(self.unary_send(self.primary())))
        return Send(node, selector, args, line)

    def primary(self):
        t = self.advance()
        if t.kind == lx.NAME:
            return Name(t.text, t.line)
        if t.kind == lx.INTEGER:
            return IntLiteral(int(t.text))
        if t.kind == lx.STRING or t.kind == lx.SYMBOL:
            return StringLiteral(t.text, t.kind == lx.SYMBOL)
        if t.kind == lx.OPERATOR and t.text == "-" and self.at(lx.INTEGER):
            return IntLiteral(-int(self.advance().text))
        if t.kind == lx.PUNCTUATION:
            if t.text == "(":
                node = self.expression()
                self.expect(lx.PUNCTUATION, ")")
                return node
            if t.text == "[":
                return self.block(t.line)
            if t.text == "#(":
                items = []
                while not self.accept(lx.PUNCTUATION, ")"):
                    items.append(self.primary())
                return ArrayLiteral(items)
        raise ParseError("expected an expression, found " + t.describe(), t.line)

    def block(self, line):
        params = []
        while self.accept(lx.PUNCTUATION, ":"):
            params.append(self.expect(lx.NAME))
        if params:
            # `[:x | …]`, and `[:x || a | …]` with temporaries
            if not self.at(lx.OPERATOR, "||"):
                self.expect(lx.OPERATOR, "|")
        temps = self.names() if self.at(lx.OPERATOR, "|") or self.at(lx.OPERATOR, "||") else []
        body = self.statements("]")
        return BlockNode(params, temps, body, line)
