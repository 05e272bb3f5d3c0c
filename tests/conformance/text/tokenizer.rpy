"""A tokenizer for a small language, with positions, escapes and all kinds of numbers; then an evaluator of expressions."""

SOURCE = r'''
# comment
let x = 0x1F + 0b101 * 3.5e-1;   // more
s = "tab\t quote\" \x41\u0042" + 'single\n';
if (x >= 10 && !done) { y <<= 2; z = a[i]->b ? 1_000 : .5; }
bad = 12abc $ "open
'''

OPERATORS = ['<<=', '>>=', '&&', '||', '>=', '<=', '==', '!=', '<<', '>>', '->', '+=', '-=']


class Token(object):
    def __init__(self, kind, text, line, column):
        self.kind = kind
        self.text = text
        self.line = line
        self.column = column

    def show(self):
        return '%3d:%-3d %-7s %r' % (self.line, self.column, self.kind, self.text)


class Lexer(object):
    def __init__(self, text):
        self.text = text
        self.at = 0
        self.line = 1
        self.start_of_line = 0

    def peek(self, n=0):
        if self.at + n < len(self.text):
            return self.text[self.at + n]
        return '\0'

    def token(self, kind, start):
        return Token(kind, self.text[start:self.at], self.line, start - self.start_of_line + 1)

    def next(self):
        while True:
            c = self.peek()
            if c == '\n':
                self.at += 1
                self.line += 1
                self.start_of_line = self.at
            elif c.isspace():
                self.at += 1
            elif c == '#' or c == '/' and self.peek(1) == '/':
                while self.peek() not in '\n\0':
                    self.at += 1
            else:
                break
        start = self.at
        if c == '\0':
            return self.token('end', start)
        if c.isalpha() or c == '_':
            while self.peek().isalnum() or self.peek() == '_':
                self.at += 1
            t = self.token('name', start)
            if t.text in ('let', 'if', 'else', 'while'):
                t.kind = 'keyword'
            return t
        if c.isdigit() or c == '.' and self.peek(1).isdigit():
            return self.number(start)
        if c == '"' or c == "'":
            return self.string(start, c)
        for op in OPERATORS:
            if self.text.startswith(op, self.at):
                self.at += len(op)
                return self.token('op', start)
        self.at += 1
        if c in '+-*/%<>=!?:;,.()[]{}&|^~':
            return self.token('op', start)
        return self.token('error', start)

    def number(self, start):
        base = 10
        if self.peek() == '0' and self.peek(1).lower() in 'xb':
            base = 16 if self.peek(1).lower() == 'x' else 2
            self.at += 2
            while self.peek().isalnum() or self.peek() == '_':
                self.at += 1
            t = self.token('int', start)
            try:
                t.text = str(int(t.text, base))
            except ValueError:
                t.kind = 'error'
            return t
        kind = 'int'
        while self.peek().isdigit() or self.peek() == '_':
            self.at += 1
        if self.peek() == '.' and self.peek(1).isdigit():
            kind = 'float'
            self.at += 1
            while self.peek().isdigit():
                self.at += 1
        if self.peek() in 'eE' and (self.peek(1).isdigit() or self.peek(1) in '+-' and self.peek(2).isdigit()):
            kind = 'float'
            self.at += 2
            while self.peek().isdigit():
                self.at += 1
        if self.peek().isalpha():
            while self.peek().isalnum():
                self.at += 1
            return self.token('error', start)
        t = self.token(kind, start)
        if kind == 'float':
            t.text = repr(float(t.text))
        else:
            t.text = str(int(t.text))
        return t

    def string(self, start, quote):
        self.at += 1
        out = []
        while self.peek() != quote:
            c = self.peek()
            if c == '\n' or c == '\0':
                return self.token('error', start)
            self.at += 1
            if c == '\\':
                e = self.peek()
                self.at += 1
                if e in 'xu':
                    n = 2 if e == 'x' else 4
                    out.append(chr(int(self.text[self.at:self.at + n], 16)))
                    self.at += n
                else:
                    out.append({'n': '\n', 't': '\t', '"': '"', "'": "'", '\\': '\\'}.get(e, e))
            else:
                out.append(c)
        self.at += 1
        t = self.token('str', start)
        t.text = ''.join(out)
        return t


def tokens(text):
    lexer = Lexer(text)
    out = []
    while True:
        t = lexer.next()
        if t.kind == 'end':
            return out
        out.append(t)


class SyntaxProblem(Exception):
    def __init__(self, message):
        self.message = message


class Evaluator(object):
    """Numbers with the usual operators."""
    LEVELS = {'||': 1, '&&': 2, '==': 3, '!=': 3, '<': 4, '>': 4, '<=': 4, '>=': 4, '+': 5, '-': 5, '*': 6, '/': 6, '%': 6}

    def __init__(self, text):
        self.tokens = tokens(text)
        self.at = 0

    def peek(self):
        if self.at < len(self.tokens):
            return self.tokens[self.at].text
        return ''

    def expression(self, level):
        left = self.operand()
        while self.LEVELS.get(self.peek(), 0) >= level:
            op = self.peek()
            self.at += 1
            right = self.expression(self.LEVELS[op] + 1)
            left = self.apply(op, left, right)
        return left

    def apply(self, op, a, b):
        if op == '+':
            return a + b
        elif op == '-':
            return a - b
        elif op == '*':
            return a * b
        elif op == '/':
            return a / b
        elif op == '%':
            return a % b
        elif op == '<':
            return float(a < b)
        elif op == '>':
            return float(a > b)
        elif op == '<=':
            return float(a <= b)
        elif op == '>=':
            return float(a >= b)
        elif op == '==':
            return float(a == b)
        elif op == '!=':
            return float(a != b)
        elif op == '&&':
            return float(a != 0.0 and b != 0.0)
        return float(a != 0.0 or b != 0.0)

    def operand(self):
        if self.at >= len(self.tokens):
            raise SyntaxProblem('the expression ends too early')
        t = self.tokens[self.at]
        self.at += 1
        if t.kind == 'int' or t.kind == 'float':
            return float(t.text)
        if t.text == '-':
            return -self.operand()
        if t.text == '!':
            return float(self.operand() == 0.0)
        if t.text == '(':
            v = self.expression(1)
            if self.peek() != ')':
                raise SyntaxProblem(') is missing')
            self.at += 1
            return v
        raise SyntaxProblem('%s %r is unexpected at %d' % (t.kind, t.text, t.column))


def evaluate(text):
    e = Evaluator(text)
    v = e.expression(1)
    if e.at < len(e.tokens):
        raise SyntaxProblem('%r is left over' % e.peek())
    return v


def entry_point(argv):
    for t in tokens(SOURCE):
        print(t.show())
    for text in ['1 + 2 * 3', '(1 + 2) * 3', '-2 * -3 - 4', '10 / 4 % 2', '1 < 2 && 2 < 1 || 3 == 3', '!0 + !5', '0x10 * 1e2', '1 / 0', '2 *', '(1', '1 2', 'x + 1', '1.5.5']:
        try:
            print('%s = %g' % (text, evaluate(text)))
        except SyntaxProblem as e:
            print('%s: %s' % (text, e.message))
        except ZeroDivisionError:
            print('%s: division by zero' % text)
    return 0


def target(driver, args):
    return entry_point, None
