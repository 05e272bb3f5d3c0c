# jit: yes
# Frames that the program keeps in lists, and looks at while they run: never, seldom, in each round; reads what they hold, and
# changes it; raises afterwards. Frames that stop in the middle and go on later, called from a loop.
from rpython.rlib.jit import JitDriver, dont_look_inside, unroll_safe

PUSH, LOCAL, STORE, ADD, LESS, LOOP, UNLESS, WORK, RETURN, STOP, RESUME, TRY = range(12)


class Box(object):
    def __init__(self, value):
        self.value = value


class Trouble(Exception):
    pass


class Code(object):
    _immutable_fields_ = ["text", "name", "size"]

    def __init__(self, name, text, size):
        self.name = name
        self.text = text
        self.size = size


class World(object):
    def __init__(self, every, changes, raises):
        self.frames = []
        self.every = every
        self.changes = changes
        self.raises = raises
        self.calls = 0
        self.seen = 0
        self.stopped = []


def where(pc, code):
    return "%s %d" % (code.name, pc)


driver = JitDriver(greens=["pc", "code"], reds=["frame", "world"], virtualizables=["frame"], get_printable_location=where)


class Frame(object):
    _virtualizable_ = ["items[*]", "top", "pc", "handler"]

    @unroll_safe
    def __init__(self, code):
        self.items = [None] * (code.size + 4)
        self.top = code.size
        self.code = code
        self.pc = 0
        self.handler = -1

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

    def bump(self):
        if self.code.size > 2:
            self.items[2] = Box(self.items[2].value + 1000)


def look(world):
    for frame in world.frames:
        world.seen = (world.seen * 5 + frame.sum()) % 1000003
        if world.changes:
            frame.bump()
    if world.raises and world.calls % 2 == 0:
        raise Trouble


@dont_look_inside
def work(world, box):
    world.calls += 1
    if world.every > 0 and world.calls % world.every == 0:
        look(world)
    return Box(box.value + 1)


def run(world, frame):
    world.frames.append(frame)
    try:
        return interpret(world, frame)
    finally:
        world.frames.pop()


def interpret(world, frame):
    code = frame.code
    pc = frame.pc
    while True:
        driver.jit_merge_point(pc=pc, code=code, frame=frame, world=world)
        op = ord(code.text[pc])
        arg = ord(code.text[pc + 1])
        frame.pc = pc
        pc += 2
        if op == PUSH:
            frame.push(Box(arg))
        elif op == LOCAL:
            frame.push(frame.items[arg])
        elif op == STORE:
            frame.items[arg] = frame.pop()
        elif op == ADD:
            right = frame.pop()
            frame.push(Box(frame.pop().value + right.value))
        elif op == LESS:
            right = frame.pop()
            frame.push(Box(int(frame.pop().value < right.value)))
        elif op == LOOP:
            pc = arg
            driver.can_enter_jit(pc=pc, code=code, frame=frame, world=world)
        elif op == UNLESS:
            if frame.pop().value == 0:
                pc = arg
        elif op == WORK:
            try:
                frame.push(work(world, frame.pop()))
            except Trouble:
                if frame.handler < 0:
                    raise
                frame.push(Box(frame.handler))
        elif op == TRY:
            frame.handler = arg
        elif op == STOP:
            box = frame.pop()
            frame.push(Box(0))
            frame.pc = pc
            return box
        elif op == RESUME:
            other = world.stopped[arg]
            frame.push(run(world, other))
        elif op == RETURN:
            return frame.pop()


def assemble(*words):
    return "".join([chr(w) for w in words])


def working(name):
    # n, i, total: works in a loop
    return Code(name, assemble(
        TRY, 7, PUSH, 0, STORE, 1, PUSH, 0, STORE, 2,
        LOCAL, 1, LOCAL, 0, LESS, 0, UNLESS, 38,        # 10
        LOCAL, 2, LOCAL, 1, WORK, 0, ADD, 0, STORE, 2,  # 18
        LOCAL, 1, PUSH, 1, ADD, 0, STORE, 1,            # 28
        LOOP, 10,                                       # 36
        LOCAL, 2, RETURN, 0), 3)


def resuming(name):
    # the same with what another frame gives
    text = working("").text
    text = text.replace(chr(LOCAL) + chr(1) + chr(WORK) + chr(0), chr(RESUME) + chr(0) + chr(WORK) + chr(0))
    return Code(name, text, 3)


# gives i, and goes on
COUNTS = Code("counts", assemble(
    PUSH, 0, STORE, 2,
    LOCAL, 2, PUSH, 1, ADD, 0, WORK, 0, STORE, 2,   # 4
    LOCAL, 2, STOP, 0, LOCAL, 2, ADD, 0, STORE, 2,  # 14
    LOOP, 4), 3)


def go(code, world, n):
    world.stopped.append(Frame(COUNTS))
    frame = Frame(code)
    frame.items[0] = Box(n)
    frame.items[1] = Box(0)
    frame.items[2] = Box(0)
    other = world.stopped[0]
    other.items[2] = Box(0)
    result = run(world, frame).value
    print("%s, %d %d %d: %d" % (code.name, world.every, world.changes, world.raises, result))
    print("  %d calls, seen %d, left %d and %d" % (world.calls, world.seen, frame.sum(), other.sum()))


def entry_point(argv):
    for code, looked in [(working("works"), working("works looked at")),
                         (resuming("resumes"), resuming("resumes looked at"))]:
        go(code, World(0, False, False), 2500)
        for every in [400, 3, 1]:
            for changes in [False, True]:
                go(looked, World(every, changes, False), 800)
        for every in [2, 6, 301]:
            if code.name == "works":
                go(looked, World(every, False, True), 800)
    return 0


def target(driver, args):
    return entry_point, None
