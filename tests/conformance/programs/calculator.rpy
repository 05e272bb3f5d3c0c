"""A recursive descent calculator with good errors."""


class ParseError(Exception):
    def __init__(self, message, pos):
        self.message_ = message
        self.pos = pos


class Parser(object):
    def __init__(self, text):
        self.text = text
        self.pos = 0

    def peek(self):
        while self.pos < len(self.text) and self.text[self.pos] == ' ':
            self.pos += 1
        if self.pos < len(self.text):
            return self.text[self.pos]
        return '\0'

    def expression(self):
        value = self.term()
        while True:
            c = self.peek()
            if c == '+':
                self.pos += 1
                value += self.term()
            elif c == '-':
                self.pos += 1
                value -= self.term()
            else:
                return value

    def term(self):
        value = self.factor()
        while True:
            c = self.peek()
            if c == '*':
                self.pos += 1
                value *= self.factor()
            elif c == '/':
                at = self.pos
                self.pos += 1
                divisor = self.factor()
                if divisor == 0:
                    raise ParseError("division by zero", at)
                value //= divisor
            else:
                return value

    def factor(self):
        c = self.peek()
        if c == '(':
            self.pos += 1
            value = self.expression()
            if self.peek() != ')':
                raise ParseError("missing )", self.pos)
            self.pos += 1
            return value
        if c == '-':
            self.pos += 1
            return -self.factor()
        start = self.pos
        while self.pos < len(self.text) and self.text[self.pos].isdigit():
            self.pos += 1
        if start == self.pos:
            raise ParseError("expected a number, got %s" % c if c != '\0' else "unexpected end", self.pos)
        return int(self.text[start:self.pos])


def calculate(text):
    p = Parser(text)
    try:
        v = p.expression()
        if p.peek() != '\0':
            raise ParseError("rest of text", p.pos)
        print("%s = %d" % (text, v))
    except ParseError as e:
        print("%s: %s at %d" % (text, e.message_, e.pos))


def entry_point(argv):
    for t in ["1 + 2 * 3", "(1 + 2) * 3", "-4 * -(5 - 8)", "7 / 2 - 10 / -3", "1 +", "(1", "1 / 0", "2 2", "x", "",
              "((((1))))", "100 * 100 * 100 - 1"]:
        calculate(t)
    return 0


def target(driver, args):
    return entry_point, None
