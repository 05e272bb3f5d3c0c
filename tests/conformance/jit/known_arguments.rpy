# jit: yes
# A function that calls itself with arguments of which some callers know what they are: the code of its own way contradicts that.
from rpython.rlib.jit import JitDriver, unroll_safe

LOCAL, LEFT, RIGHT, UNLESS, CALL, ADD, PUSH, RETURN = range(8)


class Value(object):
    pass


class Number(Value):
    _immutable_fields_ = ["n"]

    def __init__(self, n):
        self.n = n


class Node(Value):
    _immutable_fields_ = ["left", "right"]

    def __init__(self, left, right):
        self.left = left
        self.right = right


class Nothing(Value):
    pass


NOTHING = Nothing()


class Code(object):
    _immutable_fields_ = ["text", "name"]

    def __init__(self, name, text):
        self.name = name
        self.text = text


def where(pc, code):
    return "%s %d" % (code.name, pc)


driver = JitDriver(greens=["pc", "code"], reds=["frame"], virtualizables=["frame"],
                   get_printable_location=where, is_recursive=True)


class Frame(object):
    _virtualizable_ = ["items[*]", "top"]

    @unroll_safe
    def __init__(self, argument):
        self.items = [None] * 6
        self.items[0] = argument
        self.top = 1

    def push(self, value):
        self.items[self.top] = value
        self.top += 1

    def pop(self):
        self.top -= 1
        value = self.items[self.top]
        self.items[self.top] = None
        return value

    def pop_number(self):
        value = self.pop()
        assert isinstance(value, Number)
        return value.n

    def pop_node(self):
        value = self.pop()
        assert isinstance(value, Node)
        return value


def child(node):
    # Who finds nothing here knows what it has.
    if node is None:
        return NOTHING
    return node


def interpret(code, frame):
    pc = 0
    while True:
        driver.jit_merge_point(pc=pc, code=code, frame=frame)
        op = ord(code.text[pc])
        arg = ord(code.text[pc + 1])
        pc += 2
        if op == LOCAL:
            frame.push(frame.items[arg])
        elif op == LEFT:
            frame.push(child(frame.pop_node().left))
        elif op == RIGHT:
            frame.push(child(frame.pop_node().right))
        elif op == UNLESS:
            if isinstance(frame.pop(), Nothing):
                pc = arg
        elif op == CALL:
            frame.push(interpret(code, Frame(frame.pop())))
        elif op == ADD:
            frame.push(Number(frame.pop_number() + frame.pop_number()))
        elif op == PUSH:
            frame.push(Number(arg))
        elif op == RETURN:
            return frame.pop()


def assemble(*words):
    return "".join([chr(w) for w in words])


COUNT = Code("count", assemble(
    LOCAL, 0, UNLESS, 24,
    LOCAL, 0, LEFT, 0, CALL, 0,                      # 4
    LOCAL, 0, RIGHT, 0, CALL, 0,
    ADD, 0, PUSH, 1, ADD, 0, RETURN, 0,
    PUSH, 0, RETURN, 0))                             # 24


def tree(depth, seed):
    # A long way to the right, and short ones to the left that end in some way or other.
    if depth <= 0:
        return None
    return Node(tree(min(seed % 5, depth - 1), seed * 7 % 31), tree(depth - 1, (seed * 3 + 1) % 32))


def entry_point(argv):
    root = tree(40, 3)
    total = 0
    for i in range(300):
        value = interpret(COUNT, Frame(root))
        assert isinstance(value, Number)
        total += value.n
    print(total)
    return 0


def target(driver, args):
    return entry_point, None
