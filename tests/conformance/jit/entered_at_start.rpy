# jit: yes
# A can_enter_jit in front of the merge point where a function begins: it counts calls, and no later pass of the merge point.
from rpython.rlib.jit import JitDriver, unroll_safe

PUSH, ARG, ADD, SUB, SEND, UNLESS, RETURN = range(7)
LENGTHS = [2, 1, 1, 1, 2, 2, 1]


class Code(object):
    _immutable_fields_ = ["text", "name"]

    def __init__(self, name, text):
        self.name = name
        self.text = text

    def byte(self, at):
        return ord(self.text[at])


class Frame(object):
    _immutable_fields_ = ["stack", "argument"]

    def __init__(self, argument):
        self.argument = argument
        self.stack = [0] * 8
        self.used = 0

    def push(self, value):
        self.stack[self.used] = value
        self.used += 1

    def pop(self):
        self.used -= 1
        return self.stack[self.used]


def where(at, code):
    return "%s %d" % (code.name, at)


driver = JitDriver(greens=["at", "code"], reds=["frame"], get_printable_location=where,
                   should_unroll_one_iteration=lambda at, code: True)


@unroll_safe
def interpret(code, frame):
    at = 0
    while True:
        if at == 0:
            driver.can_enter_jit(at=at, code=code, frame=frame)
        driver.jit_merge_point(at=at, code=code, frame=frame)
        op = code.byte(at)
        then = at + LENGTHS[op]
        if op == PUSH:
            frame.push(code.byte(at + 1))
        elif op == ARG:
            frame.push(frame.argument)
        elif op == ADD:
            frame.push(frame.pop() + frame.pop())
        elif op == SUB:
            right = frame.pop()
            frame.push(frame.pop() - right)
        elif op == SEND:
            frame.push(interpret(codes[code.byte(at + 1)], Frame(frame.pop())))
        elif op == UNLESS:
            if frame.pop() == 0:
                then = code.byte(at + 1)
        else:
            return frame.pop()
        at = then


def assemble(*words):
    return "".join([chr(w) for w in words])


# Adds the argument to itself three times.
SUM = Code("sum", assemble(ARG, SEND, 1, ARG, ADD, RETURN))
TWICE = Code("twice", assemble(ARG, ARG, ADD, RETURN))
# One more than twice the argument, or nothing.
PART = Code("part", assemble(ARG, UNLESS, 9, ARG, SEND, 1, PUSH, 1, RETURN, ARG, RETURN))

codes = [SUM, TWICE, PART]


def entry_point(argv):
    total = 0
    for i in range(6000):
        total += interpret(codes[0], Frame(i))
        if i % 2 == 0:
            total += interpret(codes[2], Frame(i % 3))
    print(total)
    return 0


def target(driver, args):
    return entry_point, None
