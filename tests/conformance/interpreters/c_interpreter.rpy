# A compiler for a subset of C to bytecode, and the machine that runs it: pointers, arrays, structures, function pointers,
# recursion, the comma of for loops, strings in memory, a heap with a free list.
from rpython.rlib.rarithmetic import intmask
from rpython.rlib.rstring import StringBuilder


class CompileError(Exception):
    def __init__(self, message, line):
        self.message = message
        self.line = line


class Trap(Exception):
    def __init__(self, message):
        self.message = message


# ---------------------------------------------------------------- tokens

NUMBER, STRING, NAME, SIGN, END = range(5)
SIGNS = ['<<=', '>>=', '->', '++', '--', '+=', '-=', '*=', '/=', '%=', '&=', '|=', '^=', '==', '!=', '<=', '>=', '&&', '||', '<<',
         '>>', '+', '-', '*', '/', '%', '=', '<', '>', '!', '~', '&', '|', '^', '(', ')', '{', '}', '[', ']', ';', ',', '.', '?', ':']
ESCAPES = {'n': '\n', 't': '\t', '0': '\0', '\\': '\\', "'": "'", '"': '"'}


class Token(object):
    def __init__(self, kind, text, n, line):
        self.kind = kind
        self.text = text
        self.n = n
        self.line = line


class Lexer(object):
    def __init__(self, text):
        self.text = text
        self.at = 0
        self.line = 1
        self.tokens = []

    def char(self):
        c = self.text[self.at]
        self.at += 1
        if c == '\\':
            c = self.text[self.at]
            self.at += 1
            if c not in ESCAPES:
                raise CompileError('unknown escape \\' + c, self.line)
            return ESCAPES[c]
        return c

    def add(self, kind, text, n):
        self.tokens.append(Token(kind, text, n, self.line))

    def run(self):
        text = self.text
        while self.at < len(text):
            c = text[self.at]
            if c == '\n':
                self.line += 1
                self.at += 1
            elif c.isspace():
                self.at += 1
            elif text.startswith('//', self.at):
                while self.at < len(text) and text[self.at] != '\n':
                    self.at += 1
            elif text.startswith('/*', self.at):
                end = text.find('*/', self.at)
                if end < 0:
                    raise CompileError('comment without end', self.line)
                self.line += text.count('\n', self.at, end)
                self.at = end + 2
            elif c.isdigit():
                self.number()
            elif c.isalpha() or c == '_':
                start = self.at
                while self.at < len(text) and (text[self.at].isalnum() or text[self.at] == '_'):
                    self.at += 1
                self.add(NAME, text[start:self.at], 0)
            elif c == "'":
                self.at += 1
                value = self.char()
                self.at += 1
                self.add(NUMBER, value, ord(value))
            elif c == '"':
                self.at += 1
                b = StringBuilder()
                while self.at < len(text) and text[self.at] != '"':
                    b.append(self.char())
                self.at += 1
                self.add(STRING, b.build(), 0)
            else:
                self.sign()
        self.add(END, 'end', 0)
        return self.tokens

    def number(self):
        start = self.at
        text = self.text
        if text.startswith('0x', start):
            self.at += 2
            while self.at < len(text) and text[self.at] in '0123456789abcdefABCDEF':
                self.at += 1
            self.add(NUMBER, '', int(text[start + 2:self.at], 16))
            return
        while self.at < len(text) and text[self.at].isdigit():
            self.at += 1
        self.add(NUMBER, '', int(text[start:self.at]))

    def sign(self):
        for s in SIGNS:
            if self.text.startswith(s, self.at):
                self.at += len(s)
                self.add(SIGN, s, 0)
                return
        raise CompileError('unknown character ' + self.text[self.at], self.line)


# ---------------------------------------------------------------- types

class Type(object):
    size = 1

    def show(self):
        raise NotImplementedError

    def decayed(self):
        return self

    def step(self):
        return 1


class IntType(Type):
    def show(self):
        return 'int'


class CharType(Type):
    def show(self):
        return 'char'


class VoidType(Type):
    size = 0

    def show(self):
        return 'void'


class PointerType(Type):
    def __init__(self, to):
        self.to = to

    def show(self):
        return self.to.show() + '*'

    def step(self):
        return max(self.to.size, 1)


class ArrayType(Type):
    def __init__(self, of, n):
        self.of = of
        self.n = n
        self.size = of.size * n

    def show(self):
        return '%s[%d]' % (self.of.show(), self.n)

    def decayed(self):
        return PointerType(self.of)


class StructType(Type):
    def __init__(self, name):
        self.name = name
        self.size = 0
        self.fields = {}
        self.offsets = {}

    def add(self, name, type):
        self.fields[name] = type
        self.offsets[name] = self.size
        self.size += type.size

    def show(self):
        return 'struct ' + self.name


class FunctionType(Type):
    def __init__(self, result):
        self.result = result

    def show(self):
        return self.result.show() + '()'

    def decayed(self):
        return PointerType(self)


INT, CHAR, VOID = IntType(), CharType(), VoidType()


# ---------------------------------------------------------------- bytecode

OPCODES = ('PUSH LOCAL LOAD STORE LOADCHAR STORECHAR ADD SUB MUL DIV MOD AND OR XOR SHL SHR EQ NE LT LE GT GE NEG NOT INV JUMP '
           'JUMPIF JUMPNOT CALL CALLPTR BUILTIN RET DUP DROP SWAP COPY FUNC ENTER').split()
for _i, _name in enumerate(OPCODES):
    globals()[_name] = _i
BINARY = {'+': ADD, '-': SUB, '*': MUL, '/': DIV, '%': MOD, '&': AND, '|': OR, '^': XOR, '<<': SHL, '>>': SHR, '==': EQ, '!=': NE,
          '<': LT, '<=': LE, '>': GT, '>=': GE}
LEVELS = [['||'], ['&&'], ['|'], ['^'], ['&'], ['==', '!='], ['<', '<=', '>', '>='], ['<<', '>>'], ['+', '-'], ['*', '/', '%']]
BUILTINS = ['putchar', 'printint', 'malloc', 'free', 'exit', 'puts']


class Function(object):
    def __init__(self, name, number, type):
        self.name = name
        self.number = number
        self.type = type
        self.code = []
        self.params = 0
        self.frame = 0
        self.defined = False

    def emit(self, op, arg):
        self.code.append(op)
        self.code.append(arg)
        return len(self.code) - 1

    def here(self):
        return len(self.code)

    def patch(self, at):
        self.code[at] = len(self.code)


class Variable(object):
    def __init__(self, type, at, is_global):
        self.type = type
        self.at = at
        self.is_global = is_global


class Unit(object):
    """What the compiler makes."""

    def __init__(self):
        self.functions = []
        self.by_name = {}
        self.data = [0]


class Loop(object):
    def __init__(self):
        self.breaks = []
        self.continues = []


class Compiler(object):
    def __init__(self, tokens):
        self.tokens = tokens
        self.at = 0
        self.unit = Unit()
        self.structs = {}
        self.globals = {}
        self.scopes = []
        self.function = Function('', -1, FunctionType(VOID))
        self.loops = []
        self.constants = {}

    # tokens

    def peek(self):
        return self.tokens[self.at]

    def error(self, message):
        raise CompileError(message, self.peek().line)

    def is_sign(self, s):
        t = self.peek()
        return t.kind == SIGN and t.text == s

    def is_word(self, s):
        t = self.peek()
        return t.kind == NAME and t.text == s

    def accept(self, s):
        t = self.peek()
        if t.kind in (SIGN, NAME) and t.text == s:
            self.at += 1
            return True
        return False

    def expect(self, s):
        if not self.accept(s):
            self.error("'%s' expected, not '%s'" % (s, self.peek().text))

    def name(self):
        t = self.peek()
        if t.kind != NAME:
            self.error('a name is expected')
        self.at += 1
        return t.text

    # declarations

    def is_type(self):
        t = self.peek()
        return t.kind == NAME and t.text in ('int', 'char', 'void', 'struct', 'long')

    def base_type(self):
        if self.accept('int') or self.accept('long'):
            return INT
        if self.accept('char'):
            return CHAR
        if self.accept('void'):
            return VOID
        self.expect('struct')
        name = self.name()
        if name not in self.structs:
            self.structs[name] = StructType(name)
        return self.structs[name]

    def declarator(self, t):
        """Stars, a name, brackets; `(*name)()` is a pointer to a function."""
        while self.accept('*'):
            t = PointerType(t)
        if self.is_sign('(') and self.tokens[self.at + 1].text == '*':
            self.at += 2
            name = self.name()
            n = -1
            if self.accept('['):
                n = self.constant()
                self.expect(']')
            self.expect(')')
            self.expect('(')
            while not self.accept(')'):
                self.at += 1
            t = PointerType(FunctionType(t))
            return name, t if n < 0 else ArrayType(t, n)
        return self.name(), t

    def brackets(self, t):
        if not self.accept('['):
            return t
        if self.accept(']'):
            return PointerType(t)
        n = self.constant()
        self.expect(']')
        return ArrayType(self.brackets(t), n)

    def constant(self):
        t = self.peek()
        self.at += 1
        if t.kind == NUMBER:
            return t.n
        if t.kind == NAME and t.text in self.constants:
            return self.constants[t.text]
        if t.kind == SIGN and t.text == '-':
            return -self.constant()
        self.at -= 1
        self.error('a constant is expected')
        return 0

    def program(self):
        while self.peek().kind != END:
            self.top_level()
        for f in self.unit.functions:
            if not f.defined:
                raise CompileError('function %s is not defined' % f.name, 0)
        return self.unit

    def top_level(self):
        if self.accept('enum'):
            self.expect('{')
            n = 0
            while not self.accept('}'):
                name = self.name()
                if self.accept('='):
                    n = self.constant()
                self.constants[name] = n
                n += 1
                self.accept(',')
            self.expect(';')
            return
        t = self.base_type()
        if isinstance(t, StructType) and self.accept('{'):
            while not self.accept('}'):
                base = self.base_type()
                while True:
                    name, f = self.declarator(base)
                    t.add(name, self.brackets(f))
                    if not self.accept(','):
                        break
                self.expect(';')
            self.expect(';')
            return
        while True:
            name, declared = self.declarator(t)
            if self.is_sign('('):
                self.function_definition(name, declared)
                return
            self.global_variable(name, self.brackets(declared))
            if not self.accept(','):
                break
        self.expect(';')

    def allocate(self, n):
        at = len(self.unit.data)
        for i in range(n):
            self.unit.data.append(0)
        return at

    def global_variable(self, name, t):
        at = self.allocate(t.size)
        self.globals[name] = Variable(t, at, True)
        if self.accept('='):
            if self.accept('{'):
                i = 0
                while not self.accept('}'):
                    self.unit.data[at + i] = self.constant()
                    i += 1
                    self.accept(',')
            elif self.peek().kind == STRING:
                self.unit.data[at] = self.string(self.peek().text)
                self.at += 1
            else:
                self.unit.data[at] = self.constant()

    def string(self, s):
        at = self.allocate(len(s) + 1)
        for i in range(len(s)):
            self.unit.data[at + i] = ord(s[i])
        return at

    def function_named(self, name, t):
        if name not in self.unit.by_name:
            f = Function(name, len(self.unit.functions), FunctionType(t))
            self.unit.by_name[name] = f
            self.unit.functions.append(f)
        return self.unit.by_name[name]

    def function_definition(self, name, result):
        f = self.function_named(name, result)
        self.function = f
        scope = {}
        self.scopes = [scope]
        self.expect('(')
        f.frame = 0
        count = 0
        while not self.accept(')'):
            if self.accept('void') and self.accept(')'):
                break
            n, t = self.declarator(self.base_type())
            t = self.brackets(t).decayed()
            scope[n] = Variable(t, f.frame, False)
            f.frame += 1
            count += 1
            self.accept(',')
        if self.accept(';'):
            f.frame = 0
            return
        f.params = count
        f.defined = True
        enter = f.emit(ENTER, 0)
        self.block()
        f.emit(PUSH, 0)
        f.emit(RET, 0)
        f.code[enter] = f.frame

    # statements

    def block(self):
        self.expect('{')
        self.scopes.append({})
        while not self.accept('}'):
            self.statement()
        self.scopes.pop()

    def statement(self):
        f = self.function
        if self.is_sign('{'):
            self.block()
        elif self.is_type():
            self.local_variables()
        elif self.accept('if'):
            self.condition()
            skip = f.emit(JUMPNOT, 0)
            self.statement()
            if self.accept('else'):
                end = f.emit(JUMP, 0)
                f.patch(skip)
                self.statement()
                f.patch(end)
            else:
                f.patch(skip)
        elif self.accept('while'):
            start = f.here()
            self.condition()
            leave = f.emit(JUMPNOT, 0)
            loop = self.body()
            f.emit(JUMP, start)
            f.patch(leave)
            self.finish(loop, start)
        elif self.accept('do'):
            start = f.here()
            loop = self.body()
            again = f.here()
            self.expect('while')
            self.condition()
            self.expect(';')
            f.emit(JUMPIF, start)
            self.finish(loop, again)
        elif self.accept('for'):
            self.for_loop()
        elif self.accept('break'):
            self.in_loop().breaks.append(f.emit(JUMP, 0))
            self.expect(';')
        elif self.accept('continue'):
            self.in_loop().continues.append(f.emit(JUMP, 0))
            self.expect(';')
        elif self.accept('return'):
            if self.is_sign(';'):
                f.emit(PUSH, 0)
            else:
                self.value(self.expression())
            self.expect(';')
            f.emit(RET, 0)
        elif self.accept(';'):
            pass
        else:
            self.value(self.expression())
            f.emit(DROP, 0)
            self.expect(';')

    def condition(self):
        self.expect('(')
        self.value(self.expression())
        self.expect(')')

    def in_loop(self):
        if not self.loops:
            self.error('not in a loop')
        return self.loops[-1]

    def body(self):
        loop = Loop()
        self.loops.append(loop)
        self.statement()
        self.loops.pop()
        return loop

    def finish(self, loop, again):
        for at in loop.breaks:
            self.function.patch(at)
        for at in loop.continues:
            self.function.code[at] = again

    def for_loop(self):
        f = self.function
        self.expect('(')
        self.scopes.append({})
        if self.is_type():
            self.local_variables()
        else:
            self.optional(';')
        start = f.here()
        leave = -1
        if not self.is_sign(';'):
            self.value(self.expression())
            leave = f.emit(JUMPNOT, 0)
        self.expect(';')
        into = f.emit(JUMP, 0)
        again = f.here()
        self.optional(')')
        f.emit(JUMP, start)
        f.patch(into)
        loop = self.body()
        f.emit(JUMP, again)
        if leave >= 0:
            f.patch(leave)
        self.finish(loop, again)
        self.scopes.pop()

    def optional(self, end):
        if not self.is_sign(end):
            self.value(self.expression())
            self.function.emit(DROP, 0)
        self.expect(end)

    def local_variables(self):
        f = self.function
        base = self.base_type()
        while True:
            name, t = self.declarator(base)
            t = self.brackets(t)
            v = Variable(t, f.frame, False)
            f.frame += max(t.size, 1)
            self.scopes[-1][name] = v
            if self.accept('='):
                f.emit(LOCAL, v.at)
                self.value(self.assignment())
                f.emit(STORE, 0)
                f.emit(DROP, 0)
            if not self.accept(','):
                break
        self.expect(';')

    # expressions: what has an address leaves it on the stack, with `place` set; `value` loads it

    def value(self, t):
        """Makes a value of what the last expression left."""
        if self.place:
            self.place = False
            if isinstance(t, ArrayType):
                return t.decayed()
            if not isinstance(t, StructType):
                self.function.emit(LOADCHAR if isinstance(t, CharType) else LOAD, 0)
        return t.decayed()

    place = False

    def expression(self):
        t = self.assignment()
        while self.accept(','):
            self.value(t)
            self.function.emit(DROP, 0)
            t = self.assignment()
        return t

    def assignment(self):
        f = self.function
        t = self.conditional()
        token = self.peek()
        if token.kind != SIGN or not token.text.endswith('=') or token.text in ('==', '!=', '<=', '>='):
            return t
        if not self.place:
            self.error('not a place')
        self.at += 1
        self.place = False
        if token.text != '=':
            f.emit(DUP, 0)
            f.emit(LOADCHAR if isinstance(t, CharType) else LOAD, 0)
            self.value(self.assignment())
            op = token.text[:len(token.text) - 1]
            if isinstance(t, PointerType):
                f.emit(PUSH, t.step())
                f.emit(MUL, 0)
            f.emit(BINARY[op], 0)
        else:
            self.value(self.assignment())
            if isinstance(t, StructType):
                f.emit(COPY, t.size)
                return t
        f.emit(STORECHAR if isinstance(t, CharType) else STORE, 0)
        return t

    def conditional(self):
        f = self.function
        t = self.binary(0)
        if not self.accept('?'):
            return t
        self.value(t)
        other = f.emit(JUMPNOT, 0)
        t = self.value(self.expression())
        end = f.emit(JUMP, 0)
        self.expect(':')
        f.patch(other)
        self.value(self.conditional())
        f.patch(end)
        return t

    def binary(self, level):
        if level == len(LEVELS):
            return self.unary()
        f = self.function
        t = self.binary(level + 1)
        while self.peek().kind == SIGN and self.peek().text in LEVELS[level]:
            op = self.peek().text
            self.at += 1
            t = self.value(t)
            if op == '&&' or op == '||':
                f.emit(NOT, 0)
                f.emit(NOT, 0)
                f.emit(DUP, 0)
                end = f.emit(JUMPNOT if op == '&&' else JUMPIF, 0)
                f.emit(DROP, 0)
                self.value(self.binary(level + 1))
                f.emit(NOT, 0)
                f.emit(NOT, 0)
                f.patch(end)
                t = INT
                continue
            u = self.value(self.binary(level + 1))
            scaled = 1
            if op in '+-' and isinstance(t, PointerType):
                if isinstance(u, PointerType):
                    scaled = t.step()
                    f.emit(SUB, 0)
                    f.emit(PUSH, scaled)
                    f.emit(DIV, 0)
                    t = INT
                    continue
                f.emit(PUSH, t.step())
                f.emit(MUL, 0)
            elif op == '+' and isinstance(u, PointerType):
                f.emit(SWAP, 0)
                f.emit(PUSH, u.step())
                f.emit(MUL, 0)
                t = u
            elif level >= 5 and level <= 6:
                t = INT
            f.emit(BINARY[op], 0)
        return t

    def unary(self):
        f = self.function
        if self.accept('-'):
            self.value(self.unary())
            f.emit(NEG, 0)
            return INT
        if self.accept('!'):
            self.value(self.unary())
            f.emit(NOT, 0)
            return INT
        if self.accept('~'):
            self.value(self.unary())
            f.emit(INV, 0)
            return INT
        if self.accept('*'):
            t = self.value(self.unary())
            if not isinstance(t, PointerType):
                self.error('* of ' + t.show())
                return INT
            if not isinstance(t.to, FunctionType):
                self.place = True
                return t.to
            return t
        if self.accept('&'):
            t = self.unary()
            if not self.place and not isinstance(t, FunctionType):
                self.error('& of a value')
            self.place = False
            return PointerType(t)
        if self.is_sign('++') or self.is_sign('--'):
            op = self.peek().text
            self.at += 1
            t = self.unary()
            self.step(t, op, False)
            return t
        if self.accept('sizeof'):
            self.expect('(')
            t = self.base_type()
            while self.accept('*'):
                t = PointerType(t)
            self.expect(')')
            f.emit(PUSH, t.size)
            return INT
        if self.is_sign('(') and self.tokens[self.at + 1].text in ('int', 'char', 'void', 'struct', 'long'):
            self.at += 1
            t = self.base_type()
            while self.accept('*'):
                t = PointerType(t)
            self.expect(')')
            self.value(self.unary())
            if isinstance(t, CharType):
                f.emit(PUSH, 255)
                f.emit(AND, 0)
            return t
        return self.postfix()

    def step(self, t, op, after):
        """`++` and `--`: the address is on the stack."""
        f = self.function
        if not self.place:
            self.error('not a place')
        self.place = False
        load, store = (LOADCHAR, STORECHAR) if isinstance(t, CharType) else (LOAD, STORE)
        f.emit(DUP, 0)
        f.emit(load, 0)
        f.emit(PUSH, t.step())
        f.emit(ADD if op == '++' else SUB, 0)
        f.emit(store, 0)
        if after:       # the value before
            f.emit(PUSH, t.step())
            f.emit(SUB if op == '++' else ADD, 0)

    def postfix(self):
        f = self.function
        t = self.primary()
        while True:
            if self.accept('['):
                t = self.value(t)
                if not isinstance(t, PointerType):
                    self.error('index of ' + t.show())
                    return INT
                self.value(self.expression())
                self.expect(']')
                if t.step() != 1:
                    f.emit(PUSH, t.step())
                    f.emit(MUL, 0)
                f.emit(ADD, 0)
                self.place = True
                t = t.to
            elif self.is_sign('.') or self.is_sign('->'):
                if self.accept('->'):
                    t = self.value(t)
                    if isinstance(t, PointerType):
                        t = t.to
                else:
                    self.at += 1
                name = self.name()
                if not isinstance(t, StructType) or name not in t.fields:
                    self.error('no field %s in %s' % (name, t.show()))
                    return INT
                f.emit(PUSH, t.offsets[name])
                f.emit(ADD, 0)
                self.place = True
                t = t.fields[name]
            elif self.is_sign('++') or self.is_sign('--'):
                op = self.peek().text
                self.at += 1
                self.step(t, op, True)
            elif self.is_sign('('):
                t = self.value(t)
                n = self.arguments()
                f.emit(CALLPTR, n)
                t = t.to.result if isinstance(t, PointerType) and isinstance(t.to, FunctionType) else INT
            else:
                return t

    def arguments(self):
        self.expect('(')
        n = 0
        while not self.accept(')'):
            self.value(self.assignment())
            n += 1
            self.accept(',')
        return n

    def primary(self):
        f = self.function
        t = self.peek()
        self.at += 1
        self.place = False
        if t.kind == NUMBER:
            f.emit(PUSH, t.n)
            return INT
        if t.kind == STRING:
            f.emit(PUSH, self.string(t.text))
            return PointerType(CHAR)
        if t.kind == SIGN and t.text == '(':
            result = self.expression()
            self.expect(')')
            return result
        if t.kind != NAME:
            self.at -= 1
            self.error("unexpected '%s'" % t.text)
        name = t.text
        i = len(self.scopes) - 1
        while i >= 0:
            if name in self.scopes[i]:
                v = self.scopes[i][name]
                f.emit(LOCAL, v.at)
                self.place = True
                return v.type
            i -= 1
        if name in self.globals:
            v = self.globals[name]
            f.emit(PUSH, v.at)
            self.place = True
            return v.type
        if name in self.constants:
            f.emit(PUSH, self.constants[name])
            return INT
        if self.is_sign('(') and name in BUILTINS:
            n = self.arguments()
            for i in range(n, 1):
                f.emit(PUSH, 0)
            f.emit(BUILTIN, BUILTINS.index(name))
            return PointerType(VOID) if name == 'malloc' else INT
        if self.is_sign('('):
            g = self.function_named(name, INT)
            n = self.arguments()
            if g.defined and n != g.params:
                raise CompileError('%s takes %d arguments, not %d' % (name, g.params, n), t.line)
            f.emit(CALL, g.number * 16 + n)
            return g.type.result
        if name in self.unit.by_name:
            g = self.unit.by_name[name]
            f.emit(FUNC, g.number)
            return g.type
        raise CompileError('unknown name ' + name, t.line)


# ---------------------------------------------------------------- the machine

STACK = 20000
HEAP = 6000


class Machine(object):
    def __init__(self, unit, out):
        self.unit = unit
        self.out = out
        self.heap_start = len(unit.data)
        self.memory = unit.data + [0] * (HEAP + STACK)
        self.frame = self.heap_start + HEAP
        self.top = self.heap_start
        self.free = {}
        self.sizes = {}
        self.steps = 0
        self.stopped = False
        self.exit_code = 0

    def check(self, a):
        if a <= 0 or a >= len(self.memory):
            raise Trap('address %d' % a)
        return a

    def call(self, function, args):
        if self.frame + function.frame >= len(self.memory):
            raise Trap('stack overflow in ' + function.name)
        base = self.frame
        for i in range(len(args)):
            self.memory[base + i] = args[i]
        self.frame += function.frame
        result = self.run(function, base)
        self.frame = base
        return result

    def run(self, function, base):
        code = function.code
        memory = self.memory
        stack = []
        pc = 0
        while not self.stopped:
            op, arg = code[pc], code[pc + 1]
            pc += 2
            self.steps += 1
            if op == PUSH:
                stack.append(arg)
            elif op == LOCAL:
                stack.append(base + arg)
            elif op == LOAD:
                stack.append(memory[self.check(stack.pop())])
            elif op == LOADCHAR:
                stack.append(memory[self.check(stack.pop())] & 255)
            elif op == STORE or op == STORECHAR:
                v = stack.pop()
                if op == STORECHAR:
                    v &= 255
                memory[self.check(stack.pop())] = v
                stack.append(v)
            elif op == COPY:
                source = stack.pop()
                to = stack[-1]
                for i in range(arg):
                    memory[self.check(to + i)] = memory[self.check(source + i)]
            elif op == JUMP:
                pc = arg
            elif op == JUMPIF:
                if stack.pop():
                    pc = arg
            elif op == JUMPNOT:
                if not stack.pop():
                    pc = arg
            elif op == DUP:
                stack.append(stack[-1])
            elif op == DROP:
                stack.pop()
            elif op == SWAP:
                b, a = stack.pop(), stack.pop()
                stack.append(b)
                stack.append(a)
            elif op == NEG:
                stack.append(intmask(-stack.pop()))
            elif op == NOT:
                stack.append(int(stack.pop() == 0))
            elif op == INV:
                stack.append(~stack.pop())
            elif op == FUNC:
                stack.append(-1 - arg)
            elif op == CALL:
                stack.append(self.call(self.unit.functions[arg >> 4], self.popped(stack, arg & 15)))
            elif op == CALLPTR:
                args = self.popped(stack, arg)
                number = -1 - stack.pop()
                if number < 0 or number >= len(self.unit.functions):
                    raise Trap('call of what is no function')
                f = self.unit.functions[number]
                if f.params != arg:
                    raise Trap('%s called with %d arguments' % (f.name, arg))
                stack.append(self.call(f, args))
            elif op == BUILTIN:
                stack.append(self.builtin(arg, stack.pop()))
            elif op == RET:
                return stack.pop()
            elif op == ENTER:
                pass
            else:
                b, a = stack.pop(), stack.pop()
                stack.append(arithmetic(op, a, b))
        return 0

    def popped(self, stack, n):
        start = len(stack) - n
        assert start >= 0
        args = stack[start:]
        del stack[start:]
        return args

    def builtin(self, n, x):
        name = BUILTINS[n]
        if name == 'putchar':
            self.out.append(chr(x & 255))
        elif name == 'printint':
            self.out.append(str(x))
        elif name == 'puts':
            while self.memory[self.check(x)]:
                self.out.append(chr(self.memory[x] & 255))
                x += 1
        elif name == 'malloc':
            return self.malloc(x)
        elif name == 'free':
            if x not in self.sizes:
                raise Trap('free of %d' % x)
            size = self.sizes[x]
            del self.sizes[x]
            self.free.setdefault(size, []).append(x)
        elif name == 'exit':
            self.stopped = True
            self.exit_code = x
        return 0

    def malloc(self, n):
        n = max(n, 1)
        if n in self.free and self.free[n]:
            at = self.free[n].pop()
        else:
            at = self.top
            self.top += n
            if self.top > self.heap_start + HEAP:
                raise Trap('out of memory')
        self.sizes[at] = n
        return at


def arithmetic(op, a, b):
    if op == ADD:
        return intmask(a + b)
    if op == SUB:
        return intmask(a - b)
    if op == MUL:
        return intmask(a * b)
    if op == DIV or op == MOD:
        if b == 0:
            raise Trap('division by zero')
        q = abs(a) // abs(b)
        if (a < 0) != (b < 0):
            q = -q
        return q if op == DIV else a - q * b
    if op == AND:
        return a & b
    if op == OR:
        return a | b
    if op == XOR:
        return a ^ b
    if op == SHL:
        return intmask(a << (b & 63))
    if op == SHR:
        return a >> (b & 63)
    if op == EQ:
        return int(a == b)
    if op == NE:
        return int(a != b)
    if op == LT:
        return int(a < b)
    if op == LE:
        return int(a <= b)
    if op == GT:
        return int(a > b)
    return int(a >= b)


# ---------------------------------------------------------------- programs in C

PROGRAMS = [r'''
int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
void line(char *s) { puts(s); putchar('\n'); }
int main() {
    line("hello from C");
    for (int i = 0; i < 16; i += 5) { printint(fib(i)); putchar(i == 15 ? '\n' : ' '); }
    int a[5], *p = a, i;
    for (i = 0, p = a; i < 5; i++) *p++ = i * i;
    printint(p - a); putchar(':');
    while (--p >= a) { printint(*p); putchar(' '); }
    int s = 1; s <<= 6; s |= 3; s ^= 0x10; s -= -7 / 2; s %= 60;
    line(""); printint(s); printint(~s & 0xff); printint(-7 % 3); printint(!s || s && 0);
    return s;
}''', r'''
struct node { int key; struct node *left, *right; };
struct point { int x, y; };
struct box { struct point corners[2]; char name[8]; int (*measure)(); };
struct node *insert(struct node *n, int key) {
    if (!n) {
        n = (struct node *)malloc(sizeof(struct node));
        n->key = key; n->left = n->right = 0;
        return n;
    }
    if (key < n->key) n->left = insert(n->left, key);
    else if (key > n->key) n->right = insert(n->right, key);
    return n;
}
int depth(struct node *n) { int l, r; if (!n) return 0; l = depth(n->left); r = depth(n->right); return 1 + (l > r ? l : r); }
void walk(struct node *n) { if (n) { walk(n->left); printint(n->key); putchar(' '); walk(n->right); } }
void drop(struct node *n) { if (n) { drop(n->left); drop(n->right); free(n); } }
int area(struct box *b) { return (b->corners[1].x - b->corners[0].x) * (b->corners[1].y - b->corners[0].y); }
int edge(struct box *b) { return 2 * (b->corners[1].x - b->corners[0].x + b->corners[1].y - b->corners[0].y); }
int seed = 42;
int next() { seed = (seed * 1103515245 + 12345) & 0x7fffffff; return seed >> 8; }
int main() {
    struct node *root = 0;
    int i;
    for (i = 0; i < 20; i++) root = insert(root, next() % 100);
    walk(root); printint(depth(root)); putchar('\n');
    drop(root);
    struct node *again = (struct node *)malloc(sizeof(struct node));
    free(again);
    struct box b, c;
    b.corners[0].x = 1; b.corners[0].y = 2; b.corners[1].x = 11; b.corners[1].y = 5;
    b.name[0] = 'b'; b.name[1] = 0; b.measure = area;
    c = b; c.measure = edge; c.corners[1].y *= 4; c.name[0]++;
    puts(b.name); printint(b.measure(&b)); putchar(' ');
    puts(c.name); printint((*c.measure)(&c)); putchar(' '); printint(sizeof(struct box));
    return 0;
}''', r'''
enum { SIZE = 6, LAST = SIZE };
int board[6], solutions, grid[3][4], weights[4] = { 3, -1, 4, 1 };
char *text = "the quick brown fox";
int safe(int row, int col) {
    int i;
    for (i = 0; i < row; i++) {
        int d = board[i] - col;
        if (d == 0 || d == row - i || d == i - row) return 0;
    }
    return 1;
}
void place(int row) {
    int col = 0;
    if (row == SIZE) { solutions++; return; }
    do { if (safe(row, col)) { board[row] = col; place(row + 1); } } while (++col < SIZE);
}
void swap(int *a, int *b) { int t = *a; *a = *b; *b = t; }
void sort(int *a, int n, int (*before)(int, int)) {
    int i, j;
    for (i = 0; i < n; i++) for (j = 0; j + 1 < n - i; j++) if (before(a[j + 1], a[j])) swap(a + j, &a[j + 1]);
}
int up(int a, int b) { return a < b; }
int down(int a, int b) { return a > b; }
int length(char *s) { char *e = s; while (*e) e++; return e - s; }
int main() {
    int (*orders[2])(int, int);
    int i, j;
    place(0); printint(solutions); putchar('\n');
    orders[0] = up; orders[1] = down;
    for (i = 0; i < 2; i++) {
        sort(weights, 4, orders[i]);
        for (j = 0; j < 4; j++) { printint(weights[j]); putchar(' '); }
    }
    for (i = 0; i < 3; i++) for (j = 0; j < 4; j++) grid[i][j] = i * 10 + j;
    printint(grid[2][3] + grid[1][0]); putchar('\n');
    char upper[32];
    for (i = 0; text[i]; i++) { if (text[i] == ' ') { upper[i] = '_'; continue; } if (text[i] == 'x') break; upper[i] = text[i] - 32; }
    upper[i] = 0;
    puts(upper); printint(length(upper)); printint((char)300);
    exit(i);
}''', r'''
int collatz(int n) { int steps = 0; while (n != 1) { n = n % 2 ? 3 * n + 1 : n / 2; steps++; } return steps; }
int main() { int best = 0, at = 0, i; for (i = 1; i < 120; i++) { int c = collatz(i); if (c > best) { best = c; at = i; } }
    printint(at); putchar(' '); printint(best); return 0; }''',
            'int main() { int *p = 0; return *p; }', 'int main() { return 1 / (1 - 1); }',
            'int f(int n) { int pad[100]; return f(n + 1); } int main() { return f(0); }', 'int main() { return x; }',
            'int main() { int a; a.b = 1; }', 'int main() { return 1 +; }', 'int main() { break; }', '/* open',
            'int f(int a, int b) { return a; }\nint main() {\n  return f(1); }', 'int main() { free(3); }',
            'int g(); int main() { return g(); }', 'int main() { 1 = 2; }', 'int main() { char c = \'\\q\'; }']


def run(source):
    out = []
    try:
        unit = Compiler(Lexer(source).run()).program()
        machine = Machine(unit, out)
        main = unit.by_name['main']
        code = machine.call(main, [])
        if machine.stopped:
            code = machine.exit_code
        size = 0
        for f in unit.functions:
            size += len(f.code)
        print(''.join(out))
        print('-- exit %d, %d functions, %d words of code, %d of data, %d steps, heap %d' % (
            code, len(unit.functions), size, len(unit.data), machine.steps, machine.top - machine.heap_start))
    except CompileError as e:
        print('line %d: %s' % (e.line, e.message))
    except Trap as e:
        print('%strap: %s' % (''.join(out), e.message))


def entry_point(argv):
    for source in PROGRAMS:
        run(source)
    return 0


def target(driver, args):
    return entry_point, None
