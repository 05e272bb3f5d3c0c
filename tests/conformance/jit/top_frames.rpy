# jit: yes
# A chain of frames that begins in the context, made of virtual references: each guest function hangs its frame in when it begins, and
# takes it out when it ends. Who looks at the chain, every so often, finds all frames as they are, may change them, and what it
# changes counts. Frames that are left by an exception are asked for. References that outlive their frames are of no use.
from rpython.rlib.jit import JitDriver, dont_look_inside, unroll_safe, we_are_jitted
from rpython.rlib.jit import InvalidVirtualRef, virtual_ref, virtual_ref_finish, vref_None

PUSH, LOCAL, STORE, ADD, LESS, JUMP, UNLESS, CALL, RETURN, THROW, GUARD, WORK, KEEP = range(13)
WIDE = 2


class Code(object):
    _immutable_fields_ = ["text", "name", "locals", "depth", "constants[*]"]

    def __init__(self, name, text, locals, constants):
        self.name = name
        self.text = text
        self.locals = locals
        self.depth = 6
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
    def __init__(self, interval, changes):
        self.top = vref_None
        self.interval = interval
        self.changes = changes
        self.calls = 0
        self.looks = 0
        self.deepest = 0
        self.seen = 0
        self.kept = vref_None
        self.gone = 0
        self.there = 0


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


def look(context):
    depth = 0
    ref = context.top
    while True:
        frame = ref()
        if frame is None:
            break
        depth += 1
        number = frame.values[0]
        context.seen = (context.seen * 3 + number.value + frame.last + depth) % 1000003
        if context.changes:
            frame.values[0] = Number(number.value ^ 1)
        ref = frame.back
    context.looks += 1
    context.deepest = max(context.deepest, depth)
    try:
        if context.kept() is not None:
            context.there += 1
    except InvalidVirtualRef:
        context.gone += 1


@dont_look_inside
def work(context, number):
    context.calls += 1
    if context.interval > 0 and context.calls % context.interval == 0:
        look(context)
        if context.changes:
            return Number(number.value & 3)
    return number


class Frame(object):
    _virtualizable_ = ["values[*]", "used", "back", "last", "handler"]

    @unroll_safe
    def __init__(self, code):
        self.values = [None] * (code.locals + code.depth)
        self.used = code.locals
        self.code = code
        self.back = vref_None
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
            elif op == WORK:
                self.push(work(context, self.pop()))
            elif op == KEEP:
                context.kept = context.top
            elif op == GUARD:
                self.handler = arg
            elif op == THROW:
                raise GuestError(self.pop().value)
            elif op == RETURN:
                raise Return(self.pop())
            if we_are_jitted():
                return next_instr

    def run(self, context):
        enter(context, self)
        failed = True
        try:
            result = dispatch(self, context, self.code)
            failed = False
        finally:
            leave(context, self, failed)
        return result


def enter(context, frame):
    frame.back = context.top
    context.top = virtual_ref(frame)


def leave(context, frame, failed):
    ref = context.top
    context.top = frame.back
    if failed:
        ref()
    virtual_ref_finish(ref, frame)


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


NUMBERS = [Number(n) for n in range(8)]

# n, i, total: calls a function in a loop
MAIN_TEXT = assemble(
    PUSH, 0, STORE, 1, PUSH, 0, STORE, 2,
    LOCAL, 1, LOCAL, 0, LESS, 0, UNLESS, 40,        # 8
    LOCAL, 2, LOCAL, 1, CALL, 1, ADD, 0, STORE, 2,  # 16
    LOCAL, 1, PUSH, 1, ADD, 0, STORE, 1,            # 26
    JUMP, 8, PUSH, 0, PUSH, 0,                      # 34
    LOCAL, 2, RETURN, 0)


def made(prefix, first):
    """Functions with numbers from `first` on."""
    def code(name, text, locals):
        words = []
        for at in range(0, len(text), 2):
            called = first if ord(text[at]) == CALL else 0
            words += [ord(text[at]), ord(text[at + 1]) + called]
        return Function(Code(prefix + name, assemble(*words), locals, NUMBERS))

    def main(name, function):
        return code("main " + name, MAIN_TEXT.replace(chr(CALL) + chr(1), chr(CALL) + chr(function)), 3)
    return [
        main("plain", 1),
        code("plain", assemble(LOCAL, 0, LOCAL, 0, ADD, 0, RETURN, 0), 1),
        code("works", assemble(LOCAL, 0, WORK, 0, LOCAL, 0, ADD, 0, RETURN, 0), 1),
        code("outer", assemble(LOCAL, 0, CALL, 2, LOCAL, 0, ADD, 0, CALL, 2, RETURN, 0), 1),
        code("keeps", assemble(KEEP, 0, LOCAL, 0, WORK, 0, RETURN, 0), 1),
        # calls what throws, and catches it
        code("throws", assemble(LOCAL, 0, WORK, 0, LOCAL, 0, PUSH, 1, ADD, 0, THROW, 0), 1),
        code("passes", assemble(LOCAL, 0, CALL, 5, RETURN, 0), 1),
        code("catches", assemble(GUARD, 8, LOCAL, 0, CALL, 6, RETURN, 0, RETURN, 0), 1),
        main("works", 2),
        main("outer", 3),
        main("keeps", 4),
        main("catches", 7),
        # a loop that works itself
        code("loops", MAIN_TEXT.replace(chr(CALL) + chr(1), chr(WORK) + chr(0)), 3)]


OFTEN = 20
# Those of the first set are never looked at.
functions = made("", 0) + [None] * (OFTEN - 13) + made("often ", OFTEN)


def run(interval, changes, rounds):
    for f in [0, 8, 9, 10, 11, 12]:
        if interval > 0:
            f += OFTEN
        context = Context(interval, changes)
        result = call(context, functions[f], Number(rounds)).value
        print("%s, %d: %d" % (functions[f].code.name, interval, result))
        print("  %d %d deep %d seen %d gone %d there %d" % (
            context.calls, context.looks, context.deepest, context.seen, context.gone, context.there))
        assert context.top() is None


def entry_point(argv):
    run(0, False, 3000)
    for interval in [1, 2, 7, 501]:
        run(interval, False, 1000)
    for interval in [3, 500]:
        run(interval, True, 1000)
    return 0


def target(driver, args):
    return entry_point, None
