"""NAME: an interpreter for a small language, to start from. README.md tells the next steps.

A guest program is compiled to bytecode, and a loop runs that. `translate NAME.rpy` makes a program of this file,
`translate --opt=jit NAME.rpy` one with a JIT compiler for the guest language.
"""
import os

from rpython.rlib.jit import JitDriver


class GuestError(Exception):
    """What is wrong with the guest program."""

    def __init__(self, line, message):
        self.line = line
        self.message = message


# --- values ---

class W_Object(object):
    """A value of the guest language. A further type is a further subclass."""

    def text(self):
        raise NotImplementedError

    def is_true(self):
        raise NotImplementedError

    def binary(self, op, other, line):
        raise GuestError(line, 'no operator for ' + self.text())


class W_Int(W_Object):
    # A hint: what is read once need not be read again. Objects that do not leave a loop are never made in a trace.
    _immutable_fields_ = ['value']

    def __init__(self, value):
        self.value = value

    def text(self):
        return str(self.value)

    def is_true(self):
        return self.value != 0

    def binary(self, op, other, line):
        if not isinstance(other, W_Int):
            raise GuestError(line, 'two numbers are expected')
        x, y = self.value, other.value
        if op == ADD:
            return W_Int(x + y)
        if op == SUB:
            return W_Int(x - y)
        if op == MUL:
            return W_Int(x * y)
        if op == LESS:
            return W_Int(int(x < y))
        if op == EQUAL:
            return W_Int(int(x == y))
        if y == 0:
            raise GuestError(line, 'division by zero')
        return W_Int(x // y if op == DIV else x % y)


# --- bytecode ---

CONSTANT, LOAD, STORE, ADD, SUB, MUL, DIV, MOD, LESS, EQUAL, JUMP, JUMP_IF_FALSE, PRINT, END = range(14)
MNEMONICS = ['constant', 'load', 'store', 'add', 'sub', 'mul', 'div', 'mod', 'less', 'equal', 'jump', 'jump if false',
             'print', 'end']
OPERATORS = {'+': ADD, '-': SUB, '*': MUL, '/': DIV, '%': MOD, '<': LESS, '==': EQUAL}


class Code(object):
    """A compiled program: instructions, each with an argument and its line."""
    _immutable_fields_ = ['ops[*]', 'args[*]', 'lines[*]', 'constants[*]', 'size', 'depth']

    def __init__(self, ops, args, lines, constants, size, depth):
        self.ops = ops[:]
        self.args = args[:]
        self.lines = lines[:]
        self.constants = constants[:]
        self.size = size        # number of variables
        self.depth = depth      # of the stack


class Compiler(object):
    """From the text of a program to its code, in one pass."""

    def __init__(self, source):
        self.words, self.word_lines = split(source)
        self.at = 0
        self.ops = []
        self.args = []
        self.lines = []
        self.constants = []
        self.names = {}
        self.depth = 0
        self.most = 0

    def peek(self):
        return self.words[self.at] if self.at < len(self.words) else ''

    def line(self):
        return self.word_lines[min(self.at, len(self.words) - 1)] if self.words else 1

    def next(self):
        word = self.peek()
        self.at += 1
        return word

    def expect(self, word):
        if self.peek() != word:
            raise GuestError(self.line(), "'%s' is expected, not '%s'" % (word, self.peek()))
        self.at += 1

    def emit(self, op, arg, grows):
        self.ops.append(op)
        self.args.append(arg)
        self.lines.append(self.word_lines[max(min(self.at, len(self.words)) - 1, 0)] if self.words else 1)
        self.depth += grows
        self.most = max(self.most, self.depth)
        return len(self.ops) - 1

    def variable(self, name, new):
        if name not in self.names:
            if not new:
                raise GuestError(self.line(), "'%s' has no value" % name)
            self.names[name] = len(self.names)
        return self.names[name]

    def program(self):
        while self.peek() != '':
            self.statement()
        self.emit(END, 0, 0)
        return Code(self.ops, self.args, self.lines, self.constants, len(self.names), self.most)

    def block(self):
        self.expect('{')
        while self.peek() != '}':
            if self.peek() == '':
                raise GuestError(self.line(), "'}' is missing")
            self.statement()
        self.expect('}')

    def statement(self):
        word = self.next()
        if word == 'print':
            self.expression()
            self.emit(PRINT, 0, -1)
        elif word == 'while':
            start = len(self.ops)
            self.expression()
            out = self.emit(JUMP_IF_FALSE, 0, -1)
            self.block()
            self.emit(JUMP, start, 0)
            self.args[out] = len(self.ops)
        elif word == 'if':
            self.expression()
            out = self.emit(JUMP_IF_FALSE, 0, -1)
            self.block()
            if self.peek() == 'else':
                self.at += 1
                end = self.emit(JUMP, 0, 0)
                self.args[out] = len(self.ops)
                self.block()
                out = end
            self.args[out] = len(self.ops)
        elif word[0].isalpha():
            self.expect('=')
            self.expression()
            self.emit(STORE, self.variable(word, True), -1)
        else:
            self.at -= 1
            raise GuestError(self.line(), "a statement cannot begin with '%s'" % word)

    def expression(self):
        self.sum()
        while self.peek() in ('<', '=='):
            op = OPERATORS[self.next()]
            self.sum()
            self.emit(op, 0, -1)

    def sum(self):
        self.product()
        while self.peek() in ('+', '-'):
            op = OPERATORS[self.next()]
            self.product()
            self.emit(op, 0, -1)

    def product(self):
        self.atom()
        while self.peek() in ('*', '/', '%'):
            op = OPERATORS[self.next()]
            self.atom()
            self.emit(op, 0, -1)

    def atom(self):
        word = self.next()
        if word == '(':
            self.expression()
            self.expect(')')
        elif word != '' and word[0].isdigit():
            self.constants.append(W_Int(int(word)))
            self.emit(CONSTANT, len(self.constants) - 1, 1)
        elif word != '' and word[0].isalpha():
            self.emit(LOAD, self.variable(word, False), 1)
        else:
            self.at -= 1
            raise GuestError(self.line(), "a value is expected, not '%s'" % word)


def split(source):
    """The words of a program, and the line of each."""
    words = []
    lines = []
    line = 1
    i = 0
    while i < len(source):
        c = source[i]
        start = i
        i += 1
        if c == '\n':
            line += 1
        elif c == '#':
            while i < len(source) and source[i] != '\n':
                i += 1
        elif c.isalnum():
            while i < len(source) and source[i].isalnum():
                i += 1
        elif c == '=' and i < len(source) and source[i] == '=':
            i += 1
        if not c.isspace() and c != '#':
            words.append(source[start:i])
            lines.append(line)
    return words, lines


# --- the interpreter ---

def printable_location(pc, code):
    """What traces say of a place (PYPYLOG=jit-log-opt:FILE)."""
    return 'line %d: %d %s %d' % (code.lines[pc], pc, MNEMONICS[code.ops[pc]], code.args[pc])


# A hint: greens say where the guest program is, reds are all other variables of the loop. The frame's fields live in
# registers while machine code runs (virtualizables).
driver = JitDriver(greens=['pc', 'code'], reds=['frame'], virtualizables=['frame'],
                   get_printable_location=printable_location)


class Frame(object):
    _virtualizable_ = ['variables[*]', 'stack[*]', 'top']

    def __init__(self, code):
        self.variables = [None] * code.size
        self.stack = [None] * code.depth
        self.top = 0

    def push(self, w_value):
        top = self.top
        assert top >= 0
        self.stack[top] = w_value
        self.top = top + 1

    def pop(self):
        top = self.top - 1
        assert top >= 0
        w_value = self.stack[top]
        self.stack[top] = None
        self.top = top
        return w_value


def run(code):
    frame = Frame(code)
    pc = 0
    while True:
        driver.jit_merge_point(pc=pc, code=code, frame=frame)
        op = code.ops[pc]
        arg = code.args[pc]
        pc += 1
        if op == CONSTANT:
            frame.push(code.constants[arg])
        elif op == LOAD:
            w_value = frame.variables[arg]
            if w_value is None:
                raise GuestError(code.lines[pc - 1], 'a variable has no value')
            frame.push(w_value)
        elif op == STORE:
            frame.variables[arg] = frame.pop()
        elif op == JUMP:
            if arg < pc:
                # A hint: the guest program jumps backwards, so this may be a loop.
                driver.can_enter_jit(pc=arg, code=code, frame=frame)
            pc = arg
        elif op == JUMP_IF_FALSE:
            if not frame.pop().is_true():
                pc = arg
        elif op == PRINT:
            print(frame.pop().text())
        elif op == END:
            return
        else:
            w_right = frame.pop()
            w_left = frame.pop()
            frame.push(w_left.binary(op, w_right, code.lines[pc - 1]))


# --- the program ---

def read(path):
    fd = os.open(path, os.O_RDONLY, 0o777)
    parts = []
    while True:
        part = os.read(fd, 4096)
        if len(part) == 0:
            break
        parts.append(part)
    os.close(fd)
    return ''.join(parts)


def entry_point(argv):
    if len(argv) != 2:
        os.write(2, 'usage: %s PROGRAM\n' % argv[0])
        return 2
    try:
        source = read(argv[1])
    except OSError:
        os.write(2, 'cannot read %s\n' % argv[1])
        return 1
    try:
        run(Compiler(source).program())
    except GuestError as e:
        os.write(2, '%s:%d: %s\n' % (argv[1], e.line, e.message))
        return 1
    return 0


def target(driver, args):
    return entry_point, None
