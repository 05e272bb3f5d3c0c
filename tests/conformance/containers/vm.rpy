"""A small interpreter over lists and dicts: tokens, a parser to tuples, scopes as dicts, a stack machine."""


class Frame(object):
    def __init__(self, parent):
        self.vars = {}
        self.parent = parent

    def lookup(self, name):
        frame = self
        while frame is not None:
            if name in frame.vars:
                return frame.vars[name]
            frame = frame.parent
        raise KeyError(name)

    def assign(self, name, value):
        frame = self
        while frame is not None:
            if name in frame.vars:
                frame.vars[name] = value
                return
            frame = frame.parent
        self.vars[name] = value


BINARY = {'+': 1, '-': 1, '*': 2, '<': 0, '=': 0}


def tokenize(text):
    out = []
    word = ''
    for c in text + ' ':
        if c in ' \n' or c in '+-*<=();{}':
            if word:
                out.append(word)
                word = ''
            if c not in ' \n':
                out.append(c)
        else:
            word += c
    return out


class Compiler(object):
    def __init__(self, tokens):
        self.tokens = tokens[::-1]
        self.code = []

    def peek(self):
        return self.tokens[-1] if self.tokens else ''

    def emit(self, op, arg=0, name=''):
        self.code.append((op, arg, name))
        return len(self.code) - 1

    def block(self, end):
        while self.peek() != end:
            self.statement()
        if end:
            self.tokens.pop()

    def statement(self):
        t = self.tokens.pop()
        if t == 'print':
            self.expression(0)
            self.emit('PRINT')
        elif t == 'while':
            start = len(self.code)
            self.expression(0)
            jump = self.emit('JUMP_IF_ZERO')
            self.tokens.pop()
            self.emit('ENTER')
            self.block('}')
            self.emit('LEAVE')
            self.emit('JUMP', start)
            self.code[jump] = ('JUMP_IF_ZERO', len(self.code), '')
            return
        elif t == 'let':
            name = self.tokens.pop()
            self.tokens.pop()
            self.expression(0)
            self.emit('DEFINE', 0, name)
        else:
            self.tokens.pop()
            self.expression(0)
            self.emit('STORE', 0, t)
        if self.tokens.pop() != ';':
            raise ValueError('; expected')

    def expression(self, level):
        if level > 2:
            t = self.tokens.pop()
            if t == '(':
                self.expression(0)
                self.tokens.pop()
            elif t.isdigit():
                self.emit('PUSH', int(t))
            else:
                self.emit('LOAD', 0, t)
            return
        self.expression(level + 1)
        while self.peek() in BINARY and BINARY[self.peek()] == level:
            op = self.tokens.pop()
            self.expression(level + 1)
            self.emit('BINARY', 0, op)


def run(code, limit):
    frame = Frame(None)
    stack = []
    output = []
    counts = {}
    pc = 0
    steps = 0
    while pc < len(code):
        steps += 1
        if steps > limit:
            raise RuntimeError
        op, arg, name = code[pc]
        counts[op] = counts.get(op, 0) + 1
        pc += 1
        if op == 'PUSH':
            stack.append(arg)
        elif op == 'LOAD':
            stack.append(frame.lookup(name))
        elif op == 'STORE':
            frame.assign(name, stack.pop())
        elif op == 'DEFINE':
            frame.vars[name] = stack.pop()
        elif op == 'PRINT':
            output.append(stack.pop())
        elif op == 'JUMP':
            pc = arg
        elif op == 'JUMP_IF_ZERO':
            if not stack.pop():
                pc = arg
        elif op == 'ENTER':
            frame = Frame(frame)
        elif op == 'LEAVE':
            if frame.parent is not None:
                frame = frame.parent
        elif op == 'BINARY':
            b, a = stack.pop(), stack.pop()
            if name == '+':
                stack.append(a + b)
            elif name == '-':
                stack.append(a - b)
            elif name == '*':
                stack.append(a * b)
            else:
                stack.append(int(a < b) if name == '<' else int(a == b))
    return output, counts


PROGRAM = '''
let i = 0; let total = 0;
while i < 10 { let square = i * i; total = total + square; i = i + 1; }
print total; print (1 + 2) * 3 - 4;
let a = 0; let b = 1;
while a < 100 { print a; let t = a + b; a = b; b = t; }
print a = 144;
'''


def entry_point(argv):
    tokens = tokenize(PROGRAM)
    print(len(tokens), tokens[:9])
    c = Compiler(tokens)
    c.block('')
    print(len(c.code), c.code[:4])
    output, counts = run(c.code, 10000)
    print(output)
    print(sorted(counts.items(), key=lambda kv: (-kv[1], kv[0])))
    for bad in ['print x;', 'print 1', 'while 1 { let y = 2; }']:
        try:
            c = Compiler(tokenize(bad))
            c.block('')
            print(run(c.code, 500)[0])
        except KeyError:
            print('unknown name')
        except IndexError:
            print('unexpected end')
        except RuntimeError:
            print('too long')
    return 0


def target(driver, args):
    return entry_point
