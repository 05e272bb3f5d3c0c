# jit: yes
"""What looks like a constant, a private frame, an elidable function or a short loop, and is none: a debugger that looks at frames,
tables that grow while the guest program runs, classes that it makes, loops as long as its values say."""
from rpython.rlib.jit import JitDriver

PUSH, LOAD, STORE, ADD, LESS, JUMP, JUMP_IF_FALSE, WATCH, FIND, DEFINE, SUM, CLASS, SEND, RETURN = range(14)


def location(pc, code):
    return '%s %d' % (code.name, pc)


driver = JitDriver(greens=['pc', 'code'], reds=['frame', 'machine'], get_printable_location=location)


class Code(object):
    def __init__(self, name, text):
        self.name = name
        self.ops = [int(word) for word in text.split(' ')]


class Class(object):
    def __init__(self, base, number):
        self.base = base
        self.number = number
        self.methods = {}

    def find(self, name):
        cls = self
        while cls is not None:
            if name in cls.methods:
                return cls.methods[name] + cls.number
            cls = cls.base
        return -1


class Entry(object):
    def __init__(self, name, value):
        self.name = name
        self.value = value


class Table(object):
    """It is searched from the beginning."""
    def __init__(self):
        self.entries = []
        self.version = 0

    def find(self, name):
        for entry in self.entries:
            if entry.name == name:
                return entry.value
        return 0

    def define(self, name, value):
        for entry in self.entries:
            if entry.name == name:
                entry.value = value
                return
        self.entries.append(Entry(name, value))
        self.version += 1


class Machine(object):
    def __init__(self):
        self.table = Table()
        self.frames = []
        self.cls = Class(None, 1)
        self.cls.methods[3] = 7


class Frame(object):
    def __init__(self, machine, code):
        self.variables = [0] * 4
        self.stack = [0] * 6
        self.top = 0
        machine.frames.append(self)

    def push(self, value):
        self.stack[self.top] = value
        self.top += 1

    def pop(self):
        top = self.top - 1
        assert top >= 0
        self.top = top
        return self.stack[top]


def watch(machine):
    """All frames, the running one as well; it writes to them, too."""
    total = 0
    for frame in machine.frames:
        total += frame.top * 1000 + frame.variables[1]
        frame.variables[3] += 1
    return total


def total(frame, n):
    """As many rounds as a value says."""
    result = 0
    i = 0
    while i < n % 5:
        result += frame.variables[i % 4] & 7
        i += 1
    return result


def run(machine, frame, code):
    pc = 0
    while True:
        driver.jit_merge_point(pc=pc, code=code, frame=frame, machine=machine)
        op = code.ops[pc]
        arg = code.ops[pc + 1]
        pc += 2
        if op == PUSH:
            frame.push(arg)
        elif op == LOAD:
            frame.push(frame.variables[arg])
        elif op == STORE:
            frame.variables[arg] = frame.pop()
        elif op == ADD:
            right = frame.pop()
            frame.push(frame.pop() + right)
        elif op == LESS:
            right = frame.pop()
            frame.push(int(frame.pop() < right))
        elif op == JUMP:
            pc = arg
            driver.can_enter_jit(pc=pc, code=code, frame=frame, machine=machine)
        elif op == JUMP_IF_FALSE:
            if not frame.pop():
                pc = arg
        elif op == WATCH:
            frame.push(watch(machine))
        elif op == FIND:
            frame.push(machine.table.find(arg))
        elif op == DEFINE:
            value = frame.pop()
            machine.table.define(arg, value)
            if value % 100 == 0:
                machine.table.define(value, value)
        elif op == SUM:
            frame.push(total(frame, frame.pop()))
        elif op == CLASS:
            n = frame.pop()
            if n % 250 == 1:
                machine.cls = Class(machine.cls, n)
            elif n % 250 == 2:
                machine.cls.methods[arg] = n
            frame.push(n)
        elif op == SEND:
            frame.push(machine.cls.find(arg))
        else:
            return frame.pop()


def loop(name, text):
    """i = 0; s = 0; while i < n: s = s + ...; i += 1; return s"""
    n = len(text.split(' '))
    end = 28 + n
    return Code(name, '0 0 2 1 1 1 1 0 4 0 6 %d %s 1 2 3 0 2 2 1 1 0 1 3 0 2 1 5 4 1 2 13 0' % (end, text))


def main(argv):
    machine = Machine()
    codes = [loop('watch', '7 0'), loop('find', '8 3'), loop('define', '1 1 9 3 8 3'), loop('sum', '1 1 10 0'),
             loop('class', '1 1 11 3 2 3 12 3')]
    for code in codes:
        frame = Frame(machine, code)
        frame.variables[0] = 1200
        print('%s %d' % (code.name, run(machine, frame, code)))
    print(machine.table.version)
    for frame in machine.frames:
        print('%d %d %d' % (frame.variables[1], frame.variables[2], frame.variables[3]))
    return 0


def target(driver, args):
    return main, None
