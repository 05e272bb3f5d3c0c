# jit: yes
# can_enter_jit two calls below the portal, in a method of the frame. The dispatch function has a loop of its own, which the JIT
# leaves after each instruction; guest functions are called by a new activation of the portal.
from rpython.rlib.jit import JitDriver, promote, unroll_safe, we_are_jitted

PUSH, LOCAL, STORE, ADD, LESS, JUMP, UNLESS, CALL, RETURN, THROW, GUARD = range(11)
WIDE = 2


class Code(object):
    _immutable_fields_ = ["text", "name", "locals", "depth", "constants[*]"]

    def __init__(self, name, text, locals, constants):
        self.name = name
        self.text = text
        self.locals = locals
        self.depth = 8
        self.constants = constants[:]


class Number(object):
    _immutable_fields_ = ["value"]

    def __init__(self, value):
        self.value = value


class Function(object):
    _immutable_fields_ = ["code?"]

    def __init__(self, code):
        self.code = code


class Context(object):
    def __init__(self):
        self.top = None
        self.calls = 0


class GuestError(Exception):
    def __init__(self, number):
        self.number = number


class Return(Exception):
    def __init__(self, result):
        self.result = result


def where(next_instr, code):
    return "%s %d" % (code.name, next_instr)


def unrolls(next_instr, code):
    return False


driver = JitDriver(greens=["next_instr", "code"], reds=["frame", "context"], virtualizables=["frame"],
                   get_printable_location=where, should_unroll_one_iteration=unrolls)


class Frame(object):
    _virtualizable_ = ["values[*]", "used", "back", "last", "handler"]

    @unroll_safe
    def __init__(self, code):
        self.values = [None] * (code.locals + code.depth)
        self.used = code.locals
        self.code = code
        self.back = None
        self.last = 0
        self.handler = -1

    def push(self, value):
        at = self.used
        self.values[at] = value
        self.used = at + 1

    def pop(self):
        at = self.used - 1
        value = self.values[at]
        self.values[at] = None
        self.used = at
        return value

    def jump_back(self, target, context, code):
        driver.can_enter_jit(next_instr=target, code=code, frame=self, context=context)
        return target

    @unroll_safe
    def step(self, context, code, next_instr):
        while True:
            self.last = next_instr
            op = ord(code.text[next_instr])
            arg = ord(code.text[next_instr + 1])
            next_instr += WIDE
            if op == PUSH:
                self.push(code.constants[arg])
            elif op == LOCAL:
                self.push(self.values[arg])
            elif op == STORE:
                self.values[arg] = self.pop()
            elif op == ADD:
                right, left = self.pop(), self.pop()
                self.push(Number(left.value + right.value))
            elif op == LESS:
                right, left = self.pop(), self.pop()
                self.push(Number(int(left.value < right.value)))
            elif op == JUMP:
                if arg < next_instr:
                    return self.jump_back(arg, context, code)
                next_instr = arg
            elif op == UNLESS:
                if self.pop().value == 0:
                    next_instr = arg
            elif op == CALL:
                self.push(call(context, functions[arg], self.pop()))
            elif op == GUARD:
                self.handler = arg
            elif op == THROW:
                raise GuestError(self.pop().value)
            elif op == RETURN:
                raise Return(self.pop())
            if we_are_jitted():
                return next_instr

    def run(self, context):
        self.back = context.top
        context.top = self
        try:
            return dispatch(self, context, self.code)
        finally:
            context.top = self.back


def dispatch(frame, context, code):
    next_instr = 0
    while True:
        driver.jit_merge_point(next_instr=next_instr, code=code, frame=frame, context=context)
        try:
            next_instr = frame.step(context, code, next_instr)
        except Return as r:
            return r.result
        except GuestError as e:
            if frame.handler < 0:
                raise
            next_instr = frame.handler
            frame.push(Number(e.number))
            if next_instr < frame.last:
                next_instr = frame.jump_back(next_instr, context, code)


@unroll_safe
def call(context, function, argument):
    frame = Frame(function.code)
    frame.values[0] = argument
    return frame.run(context)


def assemble(*words):
    return "".join([chr(w) for w in words])


NUMBERS = [Number(n) for n in range(8)] + [Number(1000)]

# n, i, total: calls `twice` and `inner` in a loop
MAIN = Code("main", assemble(
    PUSH, 0, STORE, 1, PUSH, 0, STORE, 2,
    LOCAL, 1, LOCAL, 0, LESS, 0, UNLESS, 40,        # 8
    LOCAL, 2, LOCAL, 1, CALL, 1, ADD, 0, STORE, 2,  # 16
    LOCAL, 1, PUSH, 1, ADD, 0, STORE, 1,            # 26
    JUMP, 8, PUSH, 0, PUSH, 0,                      # 34
    LOCAL, 2, RETURN, 0), 3, NUMBERS)

TWICE = Code("twice", assemble(LOCAL, 0, LOCAL, 0, ADD, 0, RETURN, 0), 1, NUMBERS)

# counts down from the argument modulo what it is, in a loop of its own
INNER = Code("inner", assemble(
    PUSH, 0, STORE, 1,
    LOCAL, 1, PUSH, 5, LESS, 0, UNLESS, 22,         # 4
    LOCAL, 1, PUSH, 1, ADD, 0, STORE, 1, JUMP, 4,   # 12
    LOCAL, 1, LOCAL, 0, ADD, 0, RETURN, 0), 2, NUMBERS)

# throws in each round, and catches at the head of the loop
THROWS = Code("throws", assemble(
    GUARD, 6, PUSH, 0, JUMP, 6,
    STORE, 1,                                       # 6
    LOCAL, 1, LOCAL, 0, LESS, 0, UNLESS, 24,        # 8
    LOCAL, 1, PUSH, 1, ADD, 0, THROW, 0,            # 16
    LOCAL, 1, RETURN, 0), 2, NUMBERS)

CALLER = Code("caller", MAIN.text.replace(chr(CALL) + chr(1), chr(CALL) + chr(2)), 3, NUMBERS)

functions = [Function(MAIN), Function(TWICE), Function(INNER), Function(THROWS), Function(CALLER)]


def entry_point(argv):
    context = Context()
    for i in range(3):
        for f in (0, 4, 3):
            print("%s %d" % (functions[f].code.name, call(context, functions[f], Number(1200 + i)).value))
    functions[1].code = INNER
    print("main %d" % call(context, functions[0], Number(50)).value)
    print(context.top is None)
    return 0


def target(driver, args):
    return entry_point, None
