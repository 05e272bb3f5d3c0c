"""Step 3: code never changes, and says so."""
from rpython.rlib.jit import JitDriver
from guest import *


def location(pc, code):
    return '%d %s' % (pc, NAMES[code.ops[pc]])


driver = JitDriver(greens=['pc', 'code'], reds=['frame'], get_printable_location=location)


class Value(object):
    def add(self, other):
        raise TypeError

    def mul(self, other):
        raise TypeError

    def less(self, other):
        raise TypeError

    def number(self):
        raise TypeError

    def get(self, name):
        raise TypeError

    def set(self, name, value):
        raise TypeError


class Number(Value):
    _immutable_fields_ = ['n']

    def __init__(self, n):
        self.n = n

    def add(self, other):
        return Number(self.n + other.number())

    def mul(self, other):
        return Number(self.n * other.number())

    def less(self, other):
        return Number(int(self.n < other.number()))

    def number(self):
        return self.n


class Object(Value):
    def __init__(self):
        self.attributes = {}

    def get(self, name):
        return self.attributes[name]

    def set(self, name, value):
        self.attributes[name] = value


class Code(object):
    _immutable_fields_ = ['ops[*]', 'names[*]', 'variables[*]', 'numbers[*]']

    def __init__(self, text):
        ops, names, variables, numbers = assemble(text)
        # Copies: lists that grow cannot be immutable.
        self.ops, self.names, self.variables, self.numbers = ops[:], names[:], variables[:], numbers[:]


class Frame(object):
    def __init__(self):
        self.variables = {}
        self.stack = []

    def push(self, value):
        self.stack.append(value)

    def pop(self):
        return self.stack.pop()


class Globals(object):
    def __init__(self):
        self.values = {}

    def get(self, name):
        return self.values[name]

    def set(self, name, value):
        self.values[name] = value


GLOBALS = Globals()


def interpret(code, frame):
    pc = 0
    while True:
        driver.jit_merge_point(pc=pc, code=code, frame=frame)
        op = code.ops[pc]
        pc += 1
        if op == PUSH:
            frame.push(Number(code.numbers[code.ops[pc]]))
            pc += 1
        elif op == LOAD:
            frame.push(frame.variables[code.variables[code.ops[pc]]])
            pc += 1
        elif op == STORE:
            frame.variables[code.variables[code.ops[pc]]] = frame.pop()
            pc += 1
        elif op == ADD:
            right = frame.pop()
            frame.push(frame.pop().add(right))
        elif op == MUL:
            right = frame.pop()
            frame.push(frame.pop().mul(right))
        elif op == LESS:
            right = frame.pop()
            frame.push(frame.pop().less(right))
        elif op == JUMP:
            target = code.ops[pc]
            backwards = target < pc
            pc = target
            if backwards:
                driver.can_enter_jit(pc=pc, code=code, frame=frame)
        elif op == JUMP_IF_FALSE:
            if frame.pop().number():
                pc += 1
            else:
                pc = code.ops[pc]
        elif op == NEW:
            frame.push(Object())
        elif op == GET:
            frame.push(frame.pop().get(code.names[code.ops[pc]]))
            pc += 1
        elif op == SET:
            obj = frame.pop()
            obj.set(code.names[code.ops[pc]], frame.pop())
            pc += 1
        elif op == GLOBAL:
            frame.push(GLOBALS.get(code.names[code.ops[pc]]))
            pc += 1
        elif op == PRINT:
            print(frame.pop().number())
        else:
            return


def entry_point(argv):
    n = 100000
    if len(argv) > 1:
        n = int(argv[1])
    GLOBALS.set('speed', Number(2))
    code = Code(MOVE)
    frame = Frame()
    frame.variables['n'] = Number(n)
    interpret(code, frame)
    return 0


def target(driver, args):
    return entry_point, None
