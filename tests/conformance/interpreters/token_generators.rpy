# origin: after published programs
"""A tokenizer as a generator feeding a Pratt parser with tables of functions; arithmetic on rbigint; formulas and assignments."""
from rpython.rlib.rbigint import rbigint
from rpython.rlib.rstring import ParseStringError


class Token(object):
    def __init__(self, kind, text, pos):
        self.kind = kind
        self.text = text
        self.pos = pos


class ParseError(Exception):
    def __init__(self, msg, pos):
        self.msg = msg
        self.pos = pos


def tokens(text):
    i = 0
    while i < len(text):
        c = text[i]
        if c == ' ':
            i += 1
        elif c.isdigit():
            start = i
            while i < len(text) and text[i].isdigit():
                i += 1
            yield Token('num', text[start:i], start)
        elif c.isalpha() or c == '_':
            start = i
            while i < len(text) and (text[i].isalnum() or text[i] == '_'):
                i += 1
            yield Token('name', text[start:i], start)
        elif text.startswith('**', i) or text.startswith('<<', i):
            yield Token('op', text[i:i + 2], i)
            i += 2
        else:
            yield Token('op', c, i)
            i += 1
    yield Token('end', '', i)


def b_pow(a, b):
    return a.pow(b)


def b_shift(a, b):
    return a.lshift(b.toint())


BINARY = {
    '+': (10, lambda a, b: a.add(b)),
    '-': (10, lambda a, b: a.sub(b)),
    '*': (20, lambda a, b: a.mul(b)),
    '/': (20, lambda a, b: a.floordiv(b)),
    '%': (20, lambda a, b: a.mod(b)),
    '<<': (5, b_shift),
    '**': (40, b_pow),
}
RIGHT = ['**']


class Parser(object):
    def __init__(self, text, env):
        self.stream = tokens(text)
        self.env = env
        self.tok = next(self.stream)

    def advance(self):
        t = self.tok
        if t.kind != 'end':
            self.tok = next(self.stream)
        return t

    def expect(self, text):
        if self.tok.text != text:
            raise ParseError("expected '" + text + "'", self.tok.pos)
        self.advance()

    def prefix(self):
        t = self.advance()
        if t.kind == 'num':
            return rbigint.fromdecimalstr(t.text)
        if t.kind == 'name':
            if self.tok.text == '=':
                self.advance()
                value = self.expr(0)
                self.env[t.text] = value
                return value
            if t.text not in self.env:
                raise ParseError("unknown " + t.text, t.pos)
            return self.env[t.text]
        if t.text == '-':
            return self.expr(30).neg()
        if t.text == '(':
            value = self.expr(0)
            self.expect(')')
            return value
        raise ParseError("unexpected '" + t.text + "'", t.pos)

    def expr(self, rbp):
        left = self.prefix()
        while self.tok.kind == 'op' and self.tok.text in BINARY:
            lbp, f = BINARY[self.tok.text]
            if lbp <= rbp:
                break
            op = self.advance().text
            right = self.expr(lbp - 1 if op in RIGHT else lbp)
            left = f(left, right)
        return left


def run(line, env):
    try:
        p = Parser(line, env)
        value = p.expr(0)
        if p.tok.kind != 'end':
            raise ParseError("trailing '" + p.tok.text + "'", p.tok.pos)
        print("%s => %s" % (line, value.str()))
    except ParseError as e:
        print("%s\n%s^ %s" % (line, " " * e.pos, e.msg))
    except ZeroDivisionError:
        print(line + " => division by zero")
    except OverflowError:
        print(line + " => too large")


def entry_point(argv):
    env = {'k': rbigint.fromint(1000)}
    for line in ["1 + 2 * 3", "2 ** 3 ** 2", "-2 ** 2", "(1 + 2) * -3", "x = 2 ** 100", "x / 3 - 1", "x % 1000007", "k * k * k * k * k * k * k",
                 "y = z = 7", "y << 65", "1 << (2 ** 70)", "-7 / 2", "-7 % 3", "1 / 0", "1 +", "(1", "q", "1 2", "$", "123456789012345678901 - 123456789012345678900"]:
        run(line, env)
    print(",".join(sorted(env.keys())))
    product = rbigint.fromint(1)
    for i in range(1, 31):
        product = product.int_mul(i)
    print(product.str(), product.bit_length(), product.hash() == rbigint.fromdecimalstr(product.str()).hash())
    print(product.eq(product.lshift(3).rshift(3)), product.format("0123456789abcdef"))
    try:
        print(product.toint())
    except OverflowError:
        print("no int")
    return 0


def target(driver, args):
    return entry_point
