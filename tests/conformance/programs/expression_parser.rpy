"""A tokenizer and a precedence parser in the style of class-based front ends: private methods, classes as arguments of
methods, tables of classes that are called, characters that may be None."""


class Place(object):
    def __init__(self, offset, line, name=None):
        self.offset = offset
        self.line = line
        self.name = name

    def __repr__(self):
        return "%s:%s" % (self.name if self.name else "<text>", self.line)


class Token(object):
    def __init__(self, value, place=None):
        self.value = value
        self.place = place

    def equals(self, other):
        return other is not None and self.__class__ is other.__class__ and self.value == other.value

    def __eq__(self, other):
        return self.equals(other)

    def __ne__(self, other):
        return not self.equals(other)

    def to_string(self):
        return '%s(%s) at %s' % (self.__class__.__name__, self.value, self.place)


class Number(Token):
    pass


class Name(Token):
    pass


class Symbol(Token):
    pass


class Text(Token):
    pass


class ParseError(Exception):
    def __init__(self, reason, token):
        self.reason = reason
        self.token = token

    def to_string(self):
        return self.reason + ' at ' + (self.token.to_string() if self.token else 'the end')

    def __str__(self):
        return self.to_string()


class Expected(ParseError):
    def __init__(self, expected, token):
        self.expected = expected
        self.token = token

    def to_string(self):
        return 'Expected %s, not %s' % (self.expected, self.token.to_string() if self.token else 'the end')


class Tokenizer:
    def __init__(self, text, name=None):
        self.name = name
        self.text = text
        self.length = len(text)
        self.offset = 0
        self.line = 1
        self.buffer = []

    def peek(self, index=0):
        while len(self.buffer) <= index:
            self.buffer.append(self.__token())
        return self.buffer[index]

    def next(self):
        if len(self.buffer):
            return self.buffer.pop(0)
        return self.__token()

    def __here(self):
        return Place(self.offset, self.line, self.name)

    def __token(self):
        c = self.__current()
        while c:
            if c == ' ' or c == '\t':
                pass
            elif c == '\n':
                self.line += 1
            elif c == '"':
                place = self.__here()
                return Text(self.__string(), place)
            elif self.is_digit(c):
                place = self.__here()
                return Number(self.__digits(), place)
            elif self.is_letter(c):
                place = self.__here()
                return Name(self.__name(), place)
            elif c in '()+-*/<>=:&|,':
                place = self.__here()
                d = self.__advance()
                if c == '/' and d == '*':
                    self.__comment()
                elif c == '<' and d is not None and d in '>=':
                    self.__advance()
                    return Symbol(c + d, place)
                elif c in '>:' and d == '=':
                    self.__advance()
                    return Symbol(c + d, place)
                else:
                    return Symbol(c, place)
            else:
                raise ParseError('Invalid character: ' + c, Symbol(c, self.__here()))
            c = self.__advance()
        return None

    @staticmethod
    def is_digit(c):
        if not c:
            return False
        return 48 <= ord(c) <= 57

    @staticmethod
    def is_letter(c):
        if not c:
            return False
        n = ord(c)
        return (65 <= n <= 90) or (97 <= n <= 122)

    def __comment(self):
        level = 1
        while level:
            c = self.__advance()
            while c and c != '/':
                c = self.__advance()
            if not c:
                break
            if self.text[self.offset - 1] == '*':
                level -= 1
            elif self.__following() == '*':
                level += 1

    def __string(self):
        s = []
        c = self.__current()
        while c:
            c = self.__advance()
            if c == '\\':
                d = self.__advance()
                if d == 'n':
                    s.append('\n')
                elif d == 'b':
                    s.pop()
                elif d is not None:
                    s.append(d)
            elif c == '"':
                self.__advance()
                break
            elif c is not None:
                s.append(c)
        return ''.join(s)

    def __digits(self):
        n = [self.__current()]
        c = self.__advance()
        while self.is_digit(c):
            n.append(c)
            c = self.__advance()
        return ''.join(n)

    def __name(self):
        i = [self.__current()]
        c = self.__advance()
        while self.is_letter(c) or self.is_digit(c):
            i.append(c)
            c = self.__advance()
        return ''.join(i)

    def __current(self):
        return self.text[self.offset] if self.offset < self.length else None

    def __following(self):
        n = self.offset + 1
        return self.text[n] if n < self.length else None

    def __advance(self):
        self.offset += 1
        if self.offset < self.length:
            return self.text[self.offset]
        return None


class Exp(object):
    def show(self):
        raise NotImplementedError

    def value(self):
        raise NotImplementedError


class Literal(Exp):
    def __init__(self, n):
        self.n = n

    @staticmethod
    def from_string(s):
        return Literal(int(s))

    def show(self):
        return str(self.n)

    def value(self):
        return self.n


class Quoted(Exp):
    def __init__(self, s):
        self.s = s

    def show(self):
        return repr(self.s)

    def value(self):
        return len(self.s)


class Operation(Exp):
    sign = '?'

    def __init__(self, left, right):
        self.left = left
        self.right = right

    def show(self):
        return '(%s %s %s)' % (self.left.show(), self.sign, self.right.show())


class Add(Operation):
    sign = '+'

    def value(self):
        return self.left.value() + self.right.value()


class Sub(Operation):
    sign = '-'

    def value(self):
        return self.left.value() - self.right.value()


class Mul(Operation):
    sign = '*'

    def value(self):
        return self.left.value() * self.right.value()


class Less(Operation):
    sign = '<'

    def value(self):
        return int(self.left.value() < self.right.value())


class Different(Operation):
    sign = '<>'

    def value(self):
        return int(self.left.value() != self.right.value())


class Call(Exp):
    def __init__(self, name, args):
        self.name = name
        self.args = args

    def show(self):
        return self.name + '(' + ', '.join([a.show() for a in self.args]) + ')'

    def value(self):
        total = 0
        for a in self.args:
            total += a.value()
        return total


PRECEDENCE = {'*': 5, '+': 4, '-': 4, '<': 3, '<>': 3}
OPERATORS = {'*': Mul, '+': Add, '-': Sub, '<': Less, '<>': Different}


class Parser:
    def __init__(self, text, name=None):
        self.tokenizer = Tokenizer(text, name)

    def parse(self):
        exp = self.expression()
        if self.__peek() is not None:
            raise ParseError('Unexpected', self.__peek())
        return exp

    def expression(self):
        exp = self.operand()
        if exp is None:
            raise ParseError('Unable to parse', self.__peek())
        return self.operations(exp)

    def operations(self, left, precedence=0):
        token = self.__peek()
        while self.is_operator(token) and PRECEDENCE[token.value] >= precedence:
            self.__next()
            operation = token.value
            inner = PRECEDENCE[operation]
            right = self.operand()
            if right is None:
                raise ParseError('Unable to parse', self.__peek())
            token = self.__peek()
            while self.is_operator(token) and PRECEDENCE[token.value] > inner:
                right = self.operations(right, PRECEDENCE[token.value])
                token = self.__peek()
            left = OPERATORS[operation](left, right)
        return left

    def operand(self):
        if self.__accept_type(Number):
            return Literal.from_string(self.__next().value)
        elif self.__accept_type(Text):
            return Quoted(self.__next().value)
        elif self.__accept_and_consume(Symbol('(')):
            exp = self.expression()
            self.__expect(Symbol(')'))
            return exp
        elif self.__accept_type(Name):
            name = self.__expect_type(Name)
            self.__expect(Symbol('('))
            args = []
            if self.__peek() != Symbol(')'):
                args.append(self.expression())
                while self.__accept_and_consume(Symbol(',')):
                    args.append(self.expression())
            self.__expect(Symbol(')'))
            return Call(name.value, args)
        elif self.__accept_and_consume(Symbol('-')):
            return Literal.from_string('-' + self.__expect_type(Number).value)
        else:
            return None

    def is_operator(self, token):
        return isinstance(token, Symbol) and token.value in PRECEDENCE

    def __peek(self, index=0):
        return self.tokenizer.peek(index)

    def __next(self):
        return self.tokenizer.next()

    def __accept(self, expected, token=None):
        token = token or self.tokenizer.peek()
        return expected.equals(token)

    def __accept_type(self, expected_type, token=None):
        token = token or self.tokenizer.peek()
        return isinstance(token, expected_type)

    def __accept_and_consume(self, expected):
        accepted = self.__accept(expected)
        if accepted:
            self.__next()
        return accepted

    def __expect(self, expected, token=None):
        token = token or self.__next()
        if expected.equals(token):
            return token
        raise Expected(expected.to_string(), token)

    def __expect_type(self, expected_type, token=None):
        token = token or self.__next()
        if isinstance(token, expected_type):
            return token
        raise Expected(expected_type.__name__, token)


SOURCES = ['1 + 2 * 3 - 4', '(1 + 2) * -3 < 5 * 2', 'f(1, g(), "a\\n\\"b\\x\\b") + 7 /* c /* d */ e */ * 2', '1 <> 2',
           '1 +', '(1', 'f(1 2)', '1 $ 2', '-x', '', '1 >= 2', '\n\n 1 : 2']


def entry_point(argv):
    for source in SOURCES:
        try:
            exp = Parser(source, None if len(source) % 2 else 'file').parse()
            print('%s = %d' % (exp.show(), exp.value()))
        except Expected as e:
            print('expected: %s' % e.to_string())
        except ParseError as e:
            print('error: %s' % e)
    return 0


def target(*args):
    return entry_point, None
