# jit: yes
"""Recursive functions without loops become hot at their start (`function_threshold`), with hooks of the jitdriver that
allocate."""
from rpython.rlib.jit import JitDriver, set_param, promote

LOAD, CONST, ADD, SUB, LESS, JUMPF, CALL, RETURN, JUMP = range(9)


class Counters(object):
    def __init__(self):
        self.confirmed = 0
        self.refused = 0
        self.never = 0


counters = Counters()


class Code(object):
    _immutable_fields_ = ['name', 'ops[*]', 'inline']

    def __init__(self, name, ops, inline):
        self.name = name
        self.ops = ops[:]
        self.inline = inline


class Frame(object):
    def __init__(self, argument):
        self.argument = argument
        self.stack = [0] * 8
        self.depth = 0

    def push(self, x):
        depth = promote(self.depth)
        self.stack[depth] = x
        self.depth = depth + 1

    def pop(self):
        depth = promote(self.depth) - 1
        assert depth >= 0
        self.depth = depth
        return self.stack[depth]


def location(pc, code):
    return "%s:%d" % (code.name, pc)


def confirm(pc, code, functions, frame):
    # allocates: a collection may happen here
    names = [code.name, str(pc), str(frame.argument), str(len(functions))]
    if '-'.join(names).startswith('cold'):
        counters.refused += 1
        return False
    counters.confirmed += 1
    return True


def never(pc, code):
    text = code.name + str(pc)
    if not code.inline:
        counters.never += len(text) > 0
    return not code.inline


driver = JitDriver(greens=['pc', 'code'], reds=['functions', 'frame'], get_printable_location=location,
                   confirm_enter_jit=confirm, can_never_inline=never)


def interpret(code, functions, argument):
    frame = Frame(argument)
    pc = 0
    while True:
        driver.jit_merge_point(pc=pc, code=code, functions=functions, frame=frame)
        op = code.ops[pc]
        if op == LOAD:
            frame.push(frame.argument)
            pc += 1
        elif op == CONST:
            frame.push(code.ops[pc + 1])
            pc += 2
        elif op == ADD:
            frame.push(frame.pop() + frame.pop())
            pc += 1
        elif op == SUB:
            b = frame.pop()
            frame.push(frame.pop() - b)
            pc += 1
        elif op == LESS:
            b = frame.pop()
            frame.push(frame.pop() < b)
            pc += 1
        elif op == JUMPF:
            pc = pc + 2 if frame.pop() else code.ops[pc + 1]
        elif op == JUMP:
            pc = code.ops[pc + 1]
            driver.can_enter_jit(pc=pc, code=code, functions=functions, frame=frame)
        elif op == CALL:
            argument = frame.pop()
            frame.push(interpret(functions[code.ops[pc + 1]], functions, argument))
            pc += 2
        else:
            return frame.pop()


def fibonacci(name, me, inline):
    return Code(name, [LOAD, CONST, 2, LESS, JUMPF, 8, LOAD, RETURN,
                       LOAD, CONST, 1, SUB, CALL, me, LOAD, CONST, 2, SUB, CALL, me, ADD, RETURN], inline)


def linear(name, me, other):
    # f(n) = 0 if n < 1 else 1 + other(n - 1)
    return Code(name, [LOAD, CONST, 1, LESS, JUMPF, 9, CONST, 0, RETURN,
                       LOAD, CONST, 1, SUB, CALL, other, CONST, 1, ADD, RETURN], True)


def entry_point(argv):
    functions = [fibonacci('fib', 0, True), fibonacci('cold', 1, True), fibonacci('outside', 2, False),
                 linear('even', 3, 4), linear('odd', 4, 3)]
    for f in range(3):
        print("%s %d" % (functions[f].name, interpret(functions[f], functions, 16)))
    for n in range(30):
        r = interpret(functions[3], functions, n * 20)
        if n % 7 == 0:
            print("even %d" % r)
    set_param(driver, 'function_threshold', 3)
    for n in range(40):
        for f in range(5):
            r = interpret(functions[f], functions, n % 11)
            if n % 13 == 0:
                print("%s %d" % (functions[f].name, r))
    return 0


def target(driver, args):
    return entry_point
