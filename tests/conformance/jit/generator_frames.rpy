# jit: yes
# Generators: a frame that stops in the middle of its function, and goes on where it stopped when the loop that uses it asks for the next
# value. Meanwhile it hangs in the chain of frames by a reference to the frame that resumed it, which refers to the generator in turn.
from rpython.rlib.jit import JitDriver, unroll_safe

PUSH, LOCAL, STORE, ADD, LESS, JUMP, UNLESS, MAKE, NEXT, YIELD, RETURN, BACK = range(12)


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


def where(pc, code):
    return "%s %d" % (code.name, pc)


driver = JitDriver(greens=["pc", "code"], reds=["frame"], virtualizables=["frame"], get_printable_location=where)


class Frame(object):
    _virtualizable_ = ["items[*]", "top", "pc", "back", "inner", "done"]

    @unroll_safe
    def __init__(self, code):
        self.items = [None] * (code.size + 4)
        self.top = code.size
        self.code = code
        self.pc = 0
        self.back = None
        self.inner = None
        self.done = False

    def push(self, box):
        self.items[self.top] = box
        self.top += 1

    def pop(self):
        self.top -= 1
        box = self.items[self.top]
        self.items[self.top] = None
        return box


def resume(frame, other):
    other.back = frame
    box = interpret(other)
    other.back = None
    return box


def interpret(frame):
    code = frame.code
    pc = frame.pc
    while True:
        driver.jit_merge_point(pc=pc, code=code, frame=frame)
        op = ord(code.text[pc])
        arg = ord(code.text[pc + 1])
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
        elif op == JUMP:
            back = arg < pc
            pc = arg
            if back:
                driver.can_enter_jit(pc=pc, code=code, frame=frame)
        elif op == UNLESS:
            if frame.pop().value == 0:
                pc = arg
        elif op == MAKE:
            other = Frame(code.others[arg])
            # The argument.
            other.items[0] = frame.pop()
            frame.inner = other
        elif op == NEXT:
            # Jumps if there is no further value.
            other = frame.inner
            box = resume(frame, other)
            if other.done:
                pc = arg
            else:
                frame.push(box)
        elif op == YIELD:
            box = frame.pop()
            frame.pc = pc
            return box
        elif op == BACK:
            # What the frame that resumed this one has in a local variable
            frame.push(frame.back.items[arg])
        elif op == RETURN:
            frame.done = True
            return frame.pop()


def assemble(*words):
    return "".join([chr(w) for w in words])


# def count(n): i = 0; while i < n: yield i; i += 1
COUNT = Code("count", assemble(
    PUSH, 0, STORE, 1,
    LOCAL, 1, LOCAL, 0, LESS, 0, UNLESS, 26,    # 4
    LOCAL, 1, YIELD, 0,                         # 12
    LOCAL, 1, PUSH, 1, ADD, 0, STORE, 1,        # 16
    JUMP, 4,                                    # 24
    LOCAL, 1, RETURN, 0), 2, [])                # 26

# def double(n): for x in count(n): yield x + x
DOUBLE = Code("double", assemble(
    LOCAL, 0, MAKE, 0,
    NEXT, 18, STORE, 1,                         # 4
    LOCAL, 1, LOCAL, 1, ADD, 0, YIELD, 0,       # 8
    JUMP, 4,                                    # 16
    LOCAL, 0, RETURN, 0), 2, [COUNT])           # 18

# def looks(n): i = 0; while i < n: yield (the other's total) + 1; i += 1
LOOKS = Code("looks", assemble(
    PUSH, 0, STORE, 1,
    LOCAL, 1, LOCAL, 0, LESS, 0, UNLESS, 30,    # 4
    BACK, 1, PUSH, 1, ADD, 0, YIELD, 0,         # 12
    LOCAL, 1, PUSH, 1, ADD, 0, STORE, 1,        # 20
    JUMP, 4,                                    # 28
    LOCAL, 1, RETURN, 0), 2, [])                # 30


def summing(name, inner):
    # def f(n): total = 0; for x in inner(n): total += x
    return Code(name, assemble(
        PUSH, 0, STORE, 1,
        LOCAL, 0, MAKE, 0,
        NEXT, 18, LOCAL, 1, ADD, 0, STORE, 1,   # 8
        JUMP, 8,                                # 16
        LOCAL, 1, RETURN, 0), 2, [inner])       # 18


def go(code, n):
    frame = Frame(code)
    frame.items[0] = Box(n)
    result = interpret(frame).value
    other = frame.inner
    print("%s: %d, then %d %s" % (code.name, result, other.pc, other.done))
    if other.back is not None:
        print("  still there")


def entry_point(argv):
    for n in [0, 1, 5, 3000]:
        go(summing("sums", COUNT), n)
        go(summing("sums doubles", DOUBLE), n)
        go(summing("shows", LOOKS), min(n, 40))
    return 0


def target(driver, args):
    return entry_point, None
