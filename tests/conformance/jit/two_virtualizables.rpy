# jit: yes
# Two virtualizables of one jitdriver: the frame, and its stack, an object of its own, which the frame holds and which holds the frame.
# The stack is another one from time to time, there is none, frames share one, somebody else looks at it or changes it.
from rpython.rlib.jit import JitDriver, dont_look_inside, unroll_safe

PUSH, LOCAL, STORE, ADD, LESS, JUMP, UNLESS, SWITCH, WORK, RETURN, DUP, CALL, NONE = range(13)


class Box(object):
    _immutable_fields_ = ["value"]

    def __init__(self, value):
        self.value = value


class Code(object):
    _immutable_fields_ = ["text", "name", "size", "others[*]"]

    def __init__(self, name, text, size, others):
        self.name = name
        self.text = text
        self.size = size
        self.others = others[:]


class World(object):
    def __init__(self, every, changes):
        self.every = every
        self.changes = changes
        self.calls = 0
        self.seen = 0
        self.frames = []


def where(pc, code):
    return "%s %d" % (code.name, pc)


driver = JitDriver(greens=["pc", "code"], reds=["frame", "stack", "world"], virtualizables=["frame", "stack"], get_printable_location=where)


class Stack(object):
    _virtualizable_ = ["items[*]", "top", "owner"]

    @unroll_safe
    def __init__(self, size):
        self.items = [None] * size
        self.top = 0
        self.owner = None

    def push(self, box):
        self.items[self.top] = box
        self.top += 1

    def pop(self):
        self.top -= 1
        box = self.items[self.top]
        self.items[self.top] = None
        return box

    def sum(self):
        total = self.top
        for box in self.items:
            if box is not None:
                total += box.value
        return total


class Frame(object):
    _virtualizable_ = ["locals[*]", "stack", "other"]

    @unroll_safe
    def __init__(self, code, stack, other):
        self.locals = [None] * code.size
        self.code = code
        self.stack = stack
        self.other = other
        stack.owner = self

    def sum(self):
        total = 0
        for box in self.locals:
            if box is not None:
                total = (total * 3 + box.value) % 1000003
        return total


def look(world):
    for frame in world.frames:
        world.seen = (world.seen * 5 + frame.sum() * 7 + frame.stack.sum()) % 1000003
        if frame.stack.owner is not frame:
            world.seen += 1
        if world.changes:
            frame.locals[1] = Box(frame.locals[1].value + 1000)
            if frame.stack.top > 0:
                frame.stack.items[frame.stack.top - 1] = Box(frame.stack.top)


@dont_look_inside
def work(world, value):
    world.calls += 1
    if world.every > 0 and world.calls % world.every == 0:
        look(world)
    return value + 1


def interpret(world, code, frame, stack):
    pc = 0
    while True:
        driver.jit_merge_point(pc=pc, code=code, frame=frame, stack=stack, world=world)
        op = ord(code.text[pc])
        arg = ord(code.text[pc + 1])
        pc += 2
        if op == PUSH:
            stack.push(Box(arg))
        elif op == LOCAL:
            stack.push(frame.locals[arg])
        elif op == STORE:
            frame.locals[arg] = stack.pop()
        elif op == ADD:
            right = stack.pop()
            stack.push(Box(stack.pop().value + right.value))
        elif op == LESS:
            right = stack.pop()
            stack.push(Box(int(stack.pop().value < right.value)))
        elif op == DUP:
            box = stack.pop()
            stack.push(box)
            stack.push(box)
        elif op == JUMP:
            back = arg < pc
            pc = arg
            if back:
                driver.can_enter_jit(pc=pc, code=code, frame=frame, stack=stack, world=world)
        elif op == UNLESS:
            if stack.pop().value == 0:
                pc = arg
        elif op == SWITCH:
            # The other stack from now on.
            other = frame.other
            frame.other = stack
            other.owner = frame
            frame.stack = other
            stack = other
        elif op == WORK:
            stack.push(Box(work(world, stack.pop().value)))
        elif op == CALL:
            # A function with a frame of its own on the same stack, or on one of its own.
            callee = code.others[arg]
            box = stack.pop()
            if callee.size == 3:
                inner = Frame(callee, Stack(4), stack)
            else:
                inner = Frame(callee, stack, stack)
            inner.locals[0] = box
            result = interpret(world, callee, inner, inner.stack)
            stack.owner = frame
            stack.push(result)
        elif op == RETURN:
            return stack.pop()


def assemble(*words):
    return "".join([chr(w) for w in words])


def loop(name, size, others, *body):
    # n, i, total: body takes i and gives what is added
    text = assemble(
        PUSH, 0, STORE, 1, PUSH, 0, STORE, 2,
        LOCAL, 1, LOCAL, 0, LESS, 0, UNLESS, 32 + len(body),  # 8
        LOCAL, 2, LOCAL, 1) + assemble(*body) + assemble(     # 16
        ADD, 0, STORE, 2, LOCAL, 1, PUSH, 1, ADD, 0, STORE, 1, JUMP, 8)
    end = len(text)
    text = text.replace(chr(UNLESS) + chr(32 + len(body)), chr(UNLESS) + chr(end))
    return Code(name, text + assemble(LOCAL, 2, RETURN, 0), size, others)


TWICE = Code("twice", assemble(LOCAL, 0, DUP, 0, ADD, 0, RETURN, 0), 2, [])
OWN = Code("own", assemble(LOCAL, 0, PUSH, 3, ADD, 0, RETURN, 0), 3, [])


def go(code, world, n):
    stack = Stack(8)
    frame = Frame(code, stack, Stack(8))
    frame.other.owner = frame
    frame.locals[0] = Box(n)
    world.frames.append(frame)
    result = interpret(world, code, frame, stack).value
    print("%s, %d %d: %d" % (code.name, world.every, world.changes, result))
    print("  %d calls, seen %d, left %d, %d and %d, %s" % (
        world.calls, world.seen, frame.sum(), frame.stack.sum(), frame.other.sum(), frame.stack is stack))


def entry_point(argv):
    codes = [
        loop("plain", 4, []),
        loop("works", 4, [], WORK, 0),
        loop("switches", 4, [], STORE, 3, SWITCH, 0, SWITCH, 0, LOCAL, 3),
        loop("calls", 4, [TWICE], CALL, 0),
        loop("calls own", 4, [OWN], CALL, 0),
        loop("works and calls", 4, [TWICE, OWN], WORK, 0, CALL, 0, WORK, 0, CALL, 1),
    ]
    for code in codes:
        for n in [0, 3, 2000]:
            go(code, World(0, False), n)
    for code in codes:
        looked = Code(code.name + " looked at", code.text, code.size, code.others)
        for every in [1, 3, 400]:
            for changes in [False, True]:
                go(looked, World(every, changes), 500)
    # Stays on the other stack in each second round.
    go(loop("swaps", 4, [], STORE, 3, STORE, 2, SWITCH, 0, LOCAL, 2, LOCAL, 3), World(0, False), 2001)
    return 0


def target(driver, args):
    return entry_point, None
