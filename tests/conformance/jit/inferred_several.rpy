# jit: yes
"""Interpreters without any hint but their JitDrivers, with several objects each that nobody keeps: the variables and the operands of a
function, of two classes and made by functions; two windows of registers, of one class, that change places; operands that are missing."""
from rpython.rlib.jit import JitDriver

PUSH, LOAD, STORE, ADD, LESS, JUMP, JUMP_IF_FALSE, CALL, RETURN = range(9)


class Number(object):
    def __init__(self, n):
        self.n = n


class Code(object):
    def __init__(self, name, arguments, variables, depth, ops):
        self.name = name
        self.arguments = arguments
        self.variables = variables
        self.depth = depth
        self.ops = ops[:]


class Machine(object):
    def __init__(self):
        self.functions = []


class Frame(object):
    def __init__(self, size):
        self.variables = [None] * size
        self.calls = 0


class Operands(object):
    def __init__(self, size):
        self.items = [None] * size
        self.top = 0

    def push(self, number):
        self.items[self.top] = number
        self.top += 1

    def pop(self):
        self.top -= 1
        number = self.items[self.top]
        self.items[self.top] = None
        return number


def prepare(operands, code):
    frame = Frame(code.variables)
    i = code.arguments
    while i > 0:
        i -= 1
        frame.variables[i] = operands.pop()
    return frame


def empty(code):
    return Operands(code.depth)


def location(pc, code):
    return '%s %d' % (code.name, pc)


functions = JitDriver(greens=['pc', 'code'], reds=['frame', 'operands', 'machine'], get_printable_location=location)


def run(machine, code, frame, operands):
    pc = 0
    while True:
        functions.jit_merge_point(pc=pc, code=code, frame=frame, operands=operands, machine=machine)
        op = code.ops[pc]
        arg = code.ops[pc + 1]
        pc += 2
        if op == PUSH:
            operands.push(Number(arg))
        elif op == LOAD:
            operands.push(frame.variables[arg])
        elif op == STORE:
            frame.variables[arg] = operands.pop()
        elif op == ADD:
            operands.push(Number((operands.pop().n + operands.pop().n) % 1000003))
        elif op == LESS:
            right = operands.pop()
            operands.push(Number(int(operands.pop().n < right.n)))
        elif op == JUMP:
            pc = arg
        elif op == JUMP_IF_FALSE:
            if operands.pop().n == 0:
                pc = arg
        elif op == CALL:
            frame.calls += 1
            callee = machine.functions[arg]
            new = prepare(operands, callee)
            operands.push(run(machine, callee, new, empty(callee)))
        else:
            return Number((operands.pop().n + frame.calls) % 1000003)


def call(machine, number, n):
    code = machine.functions[number]
    frame = Frame(code.variables)
    frame.variables[0] = Number(n)
    return run(machine, code, frame, empty(code)).n


class Window(object):
    def __init__(self):
        self.registers = [0] * 4
        self.writes = 0

    def write(self, i, n):
        self.registers[i] = n % 1000003
        self.writes += 1


def letter(pc, code):
    return 'windows %s%d' % (code, pc)


windows = JitDriver(greens=['pc', 'code'], reds=['rounds', 'left', 'right'], get_printable_location=letter)


def work(code, rounds, left, right):
    """Letters: s changes the windows' places, a and b add, d stands for one window in both places from here on, j goes round."""
    pc = 0
    while rounds > 0:
        windows.jit_merge_point(pc=pc, code=code, rounds=rounds, left=left, right=right)
        op = code[pc]
        pc += 1
        if op == 's':
            left, right = right, left
        elif op == 'a':
            left.write(0, left.registers[0] + right.registers[1] + 1)
        elif op == 'b':
            right.write(1, right.registers[1] * 3 + left.registers[0])
        elif op == 'd':
            if rounds % 700 == 1:
                right = left
        else:
            rounds -= 1
            pc = 0
    return left.registers[0] * 7 + right.registers[1] + left.writes * 3 + right.writes


def window(n):
    made = Window()
    made.registers[0] = n
    return made


def both(code, rounds):
    return work(code, rounds, window(rounds), window(1))


def sums(pc, text):
    return 'optional %d' % pc


optional = JitDriver(greens=['pc', 'text'], reds=['i', 'total', 'frame', 'operands'], get_printable_location=sums)


def add_up(text, i, frame, operands):
    """The operands are there in every other run only."""
    pc = 0
    total = 0
    while i > 0:
        optional.jit_merge_point(pc=pc, text=text, i=i, total=total, frame=frame, operands=operands)
        if text[pc] == '+':
            frame.variables[0] = Number(i)
            if operands is not None:
                operands.push(frame.variables[0])
                total += operands.pop().n
            frame.calls += 1
            pc += 1
        else:
            pc = 0
            i -= 1
            total = (total + frame.variables[0].n + frame.calls) % 1000003
    return total


def entry_point(argv):
    rounds = 1500
    machine = Machine()
    loop = [PUSH, 0, STORE, 1, PUSH, 0, STORE, 2, LOAD, 2, LOAD, 0, LESS, 0, JUMP_IF_FALSE, 34,
            LOAD, 1, LOAD, 2, CALL, 1, STORE, 1, LOAD, 2, PUSH, 1, ADD, 0, STORE, 2, JUMP, 8, LOAD, 1, RETURN, 0]
    machine.functions.append(Code('sum', 1, 3, 2, loop))
    machine.functions.append(Code('add', 2, 2, 3, [LOAD, 0, LOAD, 1, PUSH, 7, ADD, 0, ADD, 0, RETURN, 0]))
    down = [LOAD, 0, PUSH, 1, LESS, 0, JUMP_IF_FALSE, 12, PUSH, 5, RETURN, 0, LOAD, 0, LOAD, 0, PUSH, -1, ADD, 0, CALL, 2, ADD, 0, RETURN, 0]
    machine.functions.append(Code('down', 1, 1, 3, down))
    print(call(machine, 0, rounds))
    total = 0
    for i in range(rounds):
        total = (total + call(machine, 2, i % 20)) % 1000003
    print(total)
    print(both('absj', rounds))
    print(both('abj', rounds))
    print(both('abdj', rounds))
    total = 0
    for i in range(20):
        frame = Frame(1)
        operands = Operands(1) if i % 2 == 1 else None
        total += add_up('+j', rounds, frame, operands)
    print(total)
    return 0


def target(driver, args):
    return entry_point
