"""Step 5: objects have maps: where an attribute stands is known to the trace."""
from rpython.rlib.jit import JitDriver, elidable, promote
from guest import *


def location(pc, code):
    return '%d %s' % (pc, NAMES[code.ops[pc]])


driver = JitDriver(greens=['pc', 'code'], reds=['frame'], virtualizables=['frame'],
                   get_printable_location=location)


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


class Map(object):
    """Which attribute stands where. Objects that got the same attributes in the same order share one."""
    _immutable_fields_ = ['indexes', 'others']

    def __init__(self):
        self.indexes = {}
        self.others = {}

    @elidable
    def index(self, name):
        return self.indexes.get(name, -1)

    @elidable
    def with_attribute(self, name):
        if name not in self.others:
            new = Map()
            new.indexes.update(self.indexes)
            new.indexes[name] = len(self.indexes)
            self.others[name] = new
        return self.others[name]


EMPTY = Map()


class Object(Value):
    def __init__(self):
        self.map = EMPTY
        self.values = []

    def get(self, name):
        index = promote(self.map).index(name)
        if index < 0:
            raise KeyError
        return self.values[index]

    def set(self, name, value):
        map = promote(self.map)
        index = map.index(name)
        if index < 0:
            self.map = map.with_attribute(name)
            self.values.append(value)
        else:
            self.values[index] = value


class Code(object):
    _immutable_fields_ = ['ops[*]', 'names[*]', 'variables[*]', 'numbers[*]']

    def __init__(self, text):
        ops, names, variables, numbers = assemble(text)
        # Copies: lists that grow cannot be immutable.
        self.ops, self.names, self.variables, self.numbers = ops[:], names[:], variables[:], numbers[:]


class Frame(object):
    _virtualizable_ = ['variables[*]', 'stack[*]', 'top']

    def __init__(self, code):
        self.variables = [None] * len(code.variables)
        self.stack = [None] * 8
        self.top = 0

    def push(self, value):
        self.stack[self.top] = value
        self.top += 1

    def pop(self):
        top = self.top - 1
        assert top >= 0
        self.top = top
        value = self.stack[top]
        # What is dead keeps nothing alive, and need not be carried round the loop.
        self.stack[top] = None
        return value


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
            frame.push(frame.variables[code.ops[pc]])
            pc += 1
        elif op == STORE:
            frame.variables[code.ops[pc]] = frame.pop()
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
    frame = Frame(code)
    frame.variables[0] = Number(n)
    interpret(code, frame)
    return 0


def target(driver, args):
    return entry_point, None
