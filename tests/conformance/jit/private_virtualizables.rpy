# jit: yes
# Two virtualizables that nobody keeps: the variables and the stack of a guest function. They die with it, so that calls make neither.
from rpython.rlib.jit import JitDriver, dont_look_inside, unroll_safe

PUSH, LOCAL, STORE, ADD, LESS, JUMP, UNLESS, CALL, RETURN, SUB, PEEK = range(11)


class Box(object):
    _immutable_fields_ = ["value"]

    def __init__(self, value):
        self.value = value


class Code(object):
    _immutable_fields_ = ["text", "name", "size"]

    def __init__(self, name, text, size):
        self.name = name
        self.text = text
        self.size = size


def where(pc, code):
    return "%s %d" % (code.name, pc)


driver = JitDriver(greens=["pc", "code"], reds=["depth", "variables", "stack"], virtualizables=["variables", "stack"],
                   get_printable_location=where, is_recursive=True)


class Stack(object):
    _virtualizable_ = ["items[*]", "top"]

    @unroll_safe
    def __init__(self, size):
        self.items = [None] * size
        self.top = 0

    def push(self, box):
        self.items[self.top] = box
        self.top += 1

    def pop(self):
        self.top -= 1
        box = self.items[self.top]
        self.items[self.top] = None
        return box


class Variables(object):
    _virtualizable_ = ["items[*]", "written"]

    @unroll_safe
    def __init__(self, size):
        self.items = [None] * size
        self.written = 0

    def put(self, n, box):
        self.items[n] = box
        self.written += 1


@dont_look_inside
def peek(variables, stack):
    # It is given both.
    return variables.written * 100 + stack.top


def interpret(code, depth, variables, stack):
    pc = 0
    while True:
        driver.jit_merge_point(pc=pc, code=code, depth=depth, variables=variables, stack=stack)
        op = ord(code.text[pc])
        arg = ord(code.text[pc + 1])
        pc += 2
        if op == PUSH:
            stack.push(Box(arg))
        elif op == LOCAL:
            stack.push(variables.items[arg])
        elif op == STORE:
            variables.put(arg, stack.pop())
        elif op == ADD:
            right = stack.pop()
            stack.push(Box(stack.pop().value + right.value))
        elif op == SUB:
            right = stack.pop()
            stack.push(Box(stack.pop().value - right.value))
        elif op == LESS:
            right = stack.pop()
            stack.push(Box(int(stack.pop().value < right.value)))
        elif op == JUMP:
            back = arg < pc
            pc = arg
            if back:
                driver.can_enter_jit(pc=pc, code=code, depth=depth, variables=variables, stack=stack)
        elif op == UNLESS:
            if stack.pop().value == 0:
                pc = arg
        elif op == PEEK:
            stack.push(Box(peek(variables, stack)))
        elif op == CALL:
            inner = Variables(code.size)
            inner.put(0, stack.pop())
            stack.push(interpret(code, depth + 1, inner, Stack(6)))
        elif op == RETURN:
            return stack.pop()


def assemble(*words):
    return "".join([chr(w) for w in words])


FIB = Code("fib", assemble(
    LOCAL, 0, PUSH, 2, LESS, 0, UNLESS, 12, LOCAL, 0, RETURN, 0,
    LOCAL, 0, PUSH, 1, SUB, 0, CALL, 0,              # 12
    LOCAL, 0, PUSH, 2, SUB, 0, CALL, 0,              # 20
    ADD, 0, RETURN, 0), 1)

COUNT = Code("count", assemble(
    PUSH, 0, STORE, 1,
    LOCAL, 1, LOCAL, 0, LESS, 0, UNLESS, 24,         # 4
    LOCAL, 1, PUSH, 1, ADD, 0, STORE, 1, PUSH, 7, JUMP, 26,  # 12
    LOCAL, 1, RETURN, 0), 2)

COUNT = Code("count", assemble(
    PUSH, 0, STORE, 1,
    LOCAL, 1, LOCAL, 0, LESS, 0, UNLESS, 22,         # 4
    LOCAL, 1, PUSH, 1, ADD, 0, STORE, 1, JUMP, 4,    # 12
    LOCAL, 1, RETURN, 0), 2)                         # 22

PEEKS = Code("peeks", assemble(
    PUSH, 0, STORE, 1, PUSH, 0, STORE, 2,
    LOCAL, 1, LOCAL, 0, LESS, 0, UNLESS, 34,         # 8
    LOCAL, 2, PEEK, 0, ADD, 0, STORE, 2,             # 16
    LOCAL, 1, PUSH, 1, ADD, 0, STORE, 1, JUMP, 8,    # 24
    LOCAL, 2, RETURN, 0), 3)                         # 34


def run(code, n):
    variables = Variables(code.size)
    variables.put(0, Box(n))
    print("%s %d: %d" % (code.name, n, interpret(code, 0, variables, Stack(6)).value))


def entry_point(argv):
    run(FIB, 19)
    for n in [0, 1, 3000]:
        run(COUNT, n)
        run(PEEKS, n)
    return 0


def target(driver, args):
    return entry_point, None
