# jit: yes
"""An interpreter with frames, functions, classes and boxed numbers, without any hint but its JitDriver: what the analysis of the whole
program finds makes calls and method look-ups vanish from traces."""
from rpython.rlib.jit import JitDriver

PUSH, LOAD, STORE, ADD, LESS, JUMP, JUMP_IF_FALSE, CALL, SEND, FIELD, SET_FIELD, NEW, RETURN = range(13)


def location(pc, code):
    return '%s %d' % (code.name, pc)


driver = JitDriver(greens=['pc', 'code'], reds=['frame', 'machine'], get_printable_location=location)


class Value(object):
    def number(self):
        raise TypeError

    def get_class(self, machine):
        raise TypeError


class Number(Value):
    def __init__(self, n):
        self.n = n

    def number(self):
        return self.n

    def get_class(self, machine):
        return machine.numbers


class Instance(Value):
    def __init__(self, cls):
        self.cls = cls
        self.slots = [None] * 2

    def get_class(self, machine):
        return self.cls


class Class(object):
    def __init__(self, name, base):
        self.name = name
        self.base = base
        self.names = []
        self.methods = {}

    def find(self, name):
        cls = self
        while cls is not None:
            if name in cls.methods:
                return cls.methods[name]
            cls = cls.base
        raise KeyError


class Code(object):
    def __init__(self, name, arguments, variables, text):
        self.name = name
        self.arguments = arguments
        self.variables = variables
        self.ops = []
        for word in text.split(' '):
            self.ops.append(int(word))


class Machine(object):
    def __init__(self):
        self.functions = []
        self.classes = []
        self.names = ['twice', 'grow', 'size']
        self.numbers = Class('Number', None)


class Frame(object):
    def __init__(self, code):
        self.code = code
        self.variables = [None] * code.variables
        self.stack = [None] * 6
        self.top = 0

    def push(self, value):
        self.stack[self.top] = value
        self.top += 1

    def pop(self):
        top = self.top - 1
        assert top >= 0
        value = self.stack[top]
        self.stack[top] = None
        self.top = top
        return value


def call(machine, frame, code):
    new = Frame(code)
    i = code.arguments
    while i > 0:
        i -= 1
        new.variables[i] = frame.pop()
    return run(machine, new, code)


def send(machine, frame, name):
    receiver = frame.stack[frame.top - 1]
    return call(machine, frame, receiver.get_class(machine).find(name))


def run(machine, frame, code):
    pc = 0
    while True:
        driver.jit_merge_point(pc=pc, code=code, frame=frame, machine=machine)
        op = code.ops[pc]
        arg = code.ops[pc + 1]
        pc += 2
        if op == PUSH:
            frame.push(Number(arg))
        elif op == LOAD:
            frame.push(frame.variables[arg])
        elif op == STORE:
            frame.variables[arg] = frame.pop()
        elif op == ADD:
            right = frame.pop().number()
            frame.push(Number(frame.pop().number() + right))
        elif op == LESS:
            right = frame.pop().number()
            frame.push(Number(int(frame.pop().number() < right)))
        elif op == JUMP:
            pc = arg
            driver.can_enter_jit(pc=pc, code=code, frame=frame, machine=machine)
        elif op == JUMP_IF_FALSE:
            if frame.pop().number() == 0:
                pc = arg
        elif op == CALL:
            frame.push(call(machine, frame, machine.functions[arg]))
        elif op == SEND:
            frame.push(send(machine, frame, machine.names[arg]))
        elif op == FIELD:
            obj = frame.variables[0]
            assert isinstance(obj, Instance)
            frame.push(obj.slots[arg])
        elif op == SET_FIELD:
            obj = frame.variables[0]
            assert isinstance(obj, Instance)
            obj.slots[arg] = frame.pop()
        elif op == NEW:
            frame.push(Instance(machine.classes[arg]))
        else:
            return frame.pop()


def loop(name, text):
    """i = 0; s = 0; while i < n: s = ...; i += 1; return s"""
    n = len(text.split(' '))
    return Code(name, 1, 4, '0 0 2 1 0 0 2 2 1 1 1 0 4 0 6 %d %s 2 2 1 1 0 1 3 0 2 1 5 8 1 2 12 0' % (28 + n, text))


def main(argv):
    machine = Machine()
    base = Class('Base', None)
    derived = Class('Derived', base)
    machine.classes.append(base)
    machine.classes.append(derived)
    base.methods['size'] = Code('size', 1, 1, '9 0 12 0')
    derived.methods['grow'] = Code('grow', 1, 1, '9 0 0 1 3 0 10 0 1 0 12 0')
    machine.numbers.methods['twice'] = Code('twice', 1, 1, '1 0 1 0 3 0 12 0')
    machine.functions.append(Code('sum', 2, 2, '1 0 1 1 3 0 12 0'))
    # fib(n): n < 2 ? n : fib(n + -1) + fib(n + -2)
    machine.functions.append(
        Code('fib', 1, 1, '1 0 0 2 4 0 6 12 1 0 12 0 1 0 0 -1 3 0 7 1 1 0 0 -2 3 0 7 1 3 0 12 0'))
    codes = [loop('calls', '1 2 1 1 7 0'), loop('sends', '1 2 1 1 8 0 3 0')]
    # o = new Derived; o.size = 0; while o.grow().size() < n: pass
    objects = Code('objects', 1, 2, '11 1 2 0 0 0 10 0 1 0 8 1 2 0 1 0 8 2 0 1500 4 0 6 26 5 8 1 0 8 2 12 0')
    # All is made: what runs now changes no code and no class.
    for code in codes:
        frame = Frame(code)
        frame.variables[0] = Number(1500)
        print(run(machine, frame, code).number())
    print(run(machine, Frame(objects), objects).number())
    code = machine.functions[1]
    frame = Frame(code)
    frame.variables[0] = Number(15)
    print(run(machine, frame, code).number())
    return 0


def target(driver, args):
    return main, None
