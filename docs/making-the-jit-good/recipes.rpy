"""Recipes, each as it is often written first and as traces like it: `recipes NAME N`. The guest programs differ in one
instruction. They call a function, or enter a `try`, in each round of a loop, or compute fib(N)."""
from rpython.rlib.jit import JitDriver, unroll_safe

PUSH, LOAD, STORE, ADD, LESS, JUMP, JUMP_IF_FALSE, RETURN = range(8)
CALL, CALL_COUNTED, CALL_LIST, TRY, TRY_LIST, END_TRY, END_TRY_LIST = range(8, 15)
LIMIT = 1000


def location(pc, code):
    return '%s %d' % (code.name, pc)


driver = JitDriver(greens=['pc', 'code'], reds=['frame', 'machine'], virtualizables=['frame'],
                   get_printable_location=location)


class Code(object):
    _immutable_fields_ = ['name', 'ops[*]', 'arguments', 'variables', 'callee']

    def __init__(self, name, ops, arguments, variables, callee):
        self.name = name
        self.ops = ops[:]
        self.arguments = arguments
        self.variables = variables
        self.callee = callee


class Machine(object):
    def __init__(self):
        self.depth = 0


class Handler(object):
    """The innermost `try`, and the next one around it."""
    _immutable_fields_ = ['target', 'top', 'outer']

    def __init__(self, target, top, outer):
        self.target = target
        self.top = top
        self.outer = outer


class TooDeep(Exception):
    pass


class Frame(object):
    _virtualizable_ = ['variables[*]', 'stack[*]', 'top', 'depth', 'handler', 'handlers']

    def __init__(self, code, depth):
        self.variables = [0] * code.variables
        self.stack = [0] * 6
        self.top = 0
        self.depth = depth
        self.handler = None
        self.handlers = []

    def push(self, value):
        self.stack[self.top] = value
        self.top += 1

    def pop(self):
        top = self.top - 1
        assert top >= 0
        self.top = top
        return self.stack[top]


@unroll_safe
def call(machine, frame, callee):
    """The depth is in the frame, and the arguments go from stack to variables."""
    new = Frame(callee, frame.depth + 1)
    if new.depth > LIMIT:
        raise TooDeep
    i = callee.arguments
    while i > 0:
        i -= 1
        new.variables[i] = frame.pop()
    return run(callee, new, machine)


@unroll_safe
def call_counted(machine, frame, callee):
    """The depth is in the machine."""
    new = Frame(callee, 0)
    machine.depth += 1
    if machine.depth > LIMIT:
        raise TooDeep
    i = callee.arguments
    while i > 0:
        i -= 1
        new.variables[i] = frame.pop()
    result = run(callee, new, machine)
    machine.depth -= 1
    return result


@unroll_safe
def call_list(machine, frame, callee):
    """The arguments are in a list of their own."""
    arguments = []
    for i in range(callee.arguments):
        arguments.insert(0, frame.pop())
    new = Frame(callee, frame.depth + 1)
    for i in range(len(arguments)):
        new.variables[i] = arguments[i]
    return run(callee, new, machine)


def run(code, frame, machine):
    pc = 0
    while True:
        driver.jit_merge_point(pc=pc, code=code, frame=frame, machine=machine)
        op = code.ops[pc]
        argument = code.ops[pc + 1]
        pc += 2
        if op == PUSH:
            frame.push(argument)
        elif op == LOAD:
            frame.push(frame.variables[argument])
        elif op == STORE:
            frame.variables[argument] = frame.pop()
        elif op == ADD:
            frame.push(frame.pop() + frame.pop())
        elif op == LESS:
            right = frame.pop()
            frame.push(int(frame.pop() < right))
        elif op == JUMP:
            pc = argument
            driver.can_enter_jit(pc=pc, code=code, frame=frame, machine=machine)
        elif op == JUMP_IF_FALSE:
            if not frame.pop():
                pc = argument
        elif op == CALL:
            frame.push(call(machine, frame, code.callee))
        elif op == CALL_COUNTED:
            frame.push(call_counted(machine, frame, code.callee))
        elif op == CALL_LIST:
            frame.push(call_list(machine, frame, code.callee))
        elif op == TRY:
            frame.handler = Handler(argument, frame.top, frame.handler)
        elif op == END_TRY:
            frame.handler = frame.handler.outer
        elif op == TRY_LIST:
            frame.handlers.append(Handler(argument, frame.top, None))
        elif op == END_TRY_LIST:
            frame.handlers.pop()
        else:
            return frame.pop()


# x + y
SUM = Code('sum', [LOAD, 0, LOAD, 1, ADD, 0, RETURN, 0], 2, 2, None)
# i = 0; while i < n: i = ...; return i
HEAD = [PUSH, 0, STORE, 1, LOAD, 1, LOAD, 0, LESS, 0, JUMP_IF_FALSE, 0]
NAMES = ['call', 'counted', 'list', 'try', 'try_list']
ROUNDS = [[LOAD, 1, PUSH, 1, CALL, 0, STORE, 1],
          [LOAD, 1, PUSH, 1, CALL_COUNTED, 0, STORE, 1],
          [LOAD, 1, PUSH, 1, CALL_LIST, 0, STORE, 1],
          [TRY, 0, LOAD, 1, PUSH, 1, ADD, 0, STORE, 1, END_TRY, 0],
          [TRY_LIST, 0, LOAD, 1, PUSH, 1, ADD, 0, STORE, 1, END_TRY_LIST, 0]]


def guest(name):
    ops = HEAD[:] + ROUNDS[NAMES.index(name)] + [JUMP, 4]
    ops[11] = len(ops)
    ops += [LOAD, 1, RETURN, 0]
    return Code(name, ops, 1, 2, SUM)


def fib(call):
    # n < 2 ? n : fib(n - 1) + fib(n - 2)
    code = Code('fib', [LOAD, 0, PUSH, 2, LESS, 0, JUMP_IF_FALSE, 12, LOAD, 0, RETURN, 0,
                        LOAD, 0, PUSH, -1, ADD, 0, call, 0, LOAD, 0, PUSH, -2, ADD, 0, call, 0, ADD, 0, RETURN, 0],
                1, 1, None)
    code.callee = code
    return code


def entry_point(argv):
    name = argv[1]
    if name == 'fib_call':
        code = fib(CALL)
    elif name == 'fib_counted':
        code = fib(CALL_COUNTED)
    elif name == 'fib_list':
        code = fib(CALL_LIST)
    else:
        code = guest(name)
    frame = Frame(code, 0)
    frame.variables[0] = int(argv[2])
    print(run(code, frame, Machine()))
    return 0


def target(driver, args):
    return entry_point, None
