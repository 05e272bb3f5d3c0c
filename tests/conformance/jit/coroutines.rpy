# jit: yes
# Coroutines that hold each other: a frame transfers to its partner in the middle of its function, within one run of the interpreter's loop. One
# driver has both frames as virtualizables and exchanges them, another one only the frame that runs.
from rpython.rlib.jit import JitDriver, dont_look_inside, unroll_safe

PUSH, LOCAL, STORE, ADD, LESS, JUMP, UNLESS, TRANSFER, RETURN, LOOK = range(10)


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


pair_driver = JitDriver(greens=["pc", "code"], reds=["frame", "other"], virtualizables=["frame", "other"],
                        get_printable_location=where, name="pair")
one_driver = JitDriver(greens=["pc", "code"], reds=["frame"], virtualizables=["frame"],
                       get_printable_location=where, name="one")


class Frame(object):
    _virtualizable_ = ["items[*]", "top", "pc", "partner", "code"]

    @unroll_safe
    def __init__(self, code):
        self.items = [None] * (code.size + 4)
        self.top = code.size
        self.code = code
        self.pc = 0
        self.partner = None

    def push(self, box):
        self.items[self.top] = box
        self.top += 1

    def pop(self):
        self.top -= 1
        box = self.items[self.top]
        self.items[self.top] = None
        return box

    def sum(self):
        total = self.pc + self.top * 100
        for box in self.items:
            if box is not None:
                total += box.value
        return total

    def step(self, op, arg):
        if op == PUSH:
            self.push(Box(arg))
        elif op == LOCAL:
            self.push(self.items[arg])
        elif op == STORE:
            self.items[arg] = self.pop()
        elif op == ADD:
            right = self.pop()
            self.push(Box(self.pop().value + right.value))
        elif op == LESS:
            right = self.pop()
            self.push(Box(int(self.pop().value < right.value)))
        elif op == LOOK:
            self.push(Box(look(self)))


class Looks(object):
    def __init__(self):
        self.count = 0


looks = Looks()


@dont_look_inside
def look(frame):
    # Sees both frames, and changes the one that waits.
    looks.count += 1
    if looks.count % 100 != 0:
        return 0
    other = frame.partner
    other.items[1] = Box((other.items[1].value + 1000) % 10007)
    return (frame.sum() + other.sum() * 3) % 10007


def run_pair(frame):
    code = frame.code
    pc = frame.pc
    other = frame.partner
    while True:
        pair_driver.jit_merge_point(pc=pc, code=code, frame=frame, other=other)
        op = ord(code.text[pc])
        arg = ord(code.text[pc + 1])
        pc += 2
        if op == JUMP:
            back = arg < pc
            pc = arg
            if back:
                pair_driver.can_enter_jit(pc=pc, code=code, frame=frame, other=other)
        elif op == UNLESS:
            if frame.pop().value == 0:
                pc = arg
        elif op == TRANSFER:
            # A value goes with it.
            other.push(frame.pop())
            frame.pc = pc
            frame, other = other, frame
            code = frame.code
            pc = frame.pc
        elif op == RETURN:
            return frame.pop()
        else:
            frame.step(op, arg)


def run_one(frame):
    code = frame.code
    pc = frame.pc
    while True:
        one_driver.jit_merge_point(pc=pc, code=code, frame=frame)
        op = ord(code.text[pc])
        arg = ord(code.text[pc + 1])
        pc += 2
        if op == JUMP:
            back = arg < pc
            pc = arg
            if back:
                one_driver.can_enter_jit(pc=pc, code=code, frame=frame)
        elif op == UNLESS:
            if frame.pop().value == 0:
                pc = arg
        elif op == TRANSFER:
            other = frame.partner
            other.push(frame.pop())
            frame.pc = pc
            frame = other
            code = frame.code
            pc = frame.pc
        elif op == RETURN:
            return frame.pop()
        else:
            frame.step(op, arg)


def assemble(*words):
    return "".join([chr(w) for w in words])


def taking(name, looks):
    # Takes what comes, and adds it, n times.
    more = assemble(LOCAL, 1, LOOK, 0, ADD, 0, STORE, 1) if looks else ""
    text = assemble(
        PUSH, 0, STORE, 1, PUSH, 0, STORE, 2,
        LOCAL, 2, LOCAL, 0, LESS, 0, UNLESS, 34 + len(more)) + more + assemble(   # 8
        LOCAL, 2, TRANSFER, 0, LOCAL, 1, ADD, 0, STORE, 1,                        # 16
        LOCAL, 2, PUSH, 1, ADD, 0, STORE, 2, JUMP, 8)                             # 26
    end = len(text)
    text = text[:15] + chr(end) + text[16:]
    return Code(name, text + assemble(LOCAL, 1, RETURN, 0), 3)


# Gives twice what came, and one more in each round.
GIVING = Code("giving", assemble(
    STORE, 1, PUSH, 0, STORE, 2,
    LOCAL, 1, LOCAL, 1, ADD, 0, LOCAL, 2, ADD, 0,     # 6
    LOCAL, 2, PUSH, 1, ADD, 0, STORE, 2,              # 16
    TRANSFER, 0, STORE, 1, JUMP, 6), 3)               # 24


def go(code, n, pair):
    frame = Frame(code)
    other = Frame(GIVING)
    frame.partner = other
    other.partner = frame
    frame.items[0] = Box(n)
    other.items[1] = Box(0)
    looks.count = 0
    result = run_pair(frame) if pair else run_one(frame)
    print("%s %d %d: %d, left %d and %d" % (code.name, n, pair, result.value, frame.sum(), other.sum()))


def entry_point(argv):
    for pair in [True, False]:
        for n in [0, 1, 3000]:
            name = "takes" if pair else "takes alone"
            go(taking(name, False), n, pair)
            go(taking(name + " and looks", True), n, pair)
    return 0


def target(driver, args):
    return entry_point, None
