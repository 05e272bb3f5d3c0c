# jit: yes
"""A tree interpreter whose nodes rewrite themselves: an addition becomes one of ints or of floats after its first run, calls keep what
they found, the children are quasi-immutable; loops and functions are two kinds of portals in one driver."""
from rpython.rlib.jit import JitDriver, promote, unroll_safe, elidable, hint, record_exact_class
from rpython.rlib.rarithmetic import ovfcheck
from rpython.rlib.objectmodel import specialize


class Value(object):
    pass


class IntValue(Value):
    _immutable_fields_ = ["n"]

    def __init__(self, n):
        self.n = n


class FloatValue(Value):
    _immutable_fields_ = ["x"]

    def __init__(self, x):
        self.x = x


class FunctionValue(Value):
    _immutable_fields_ = ["name", "params", "slots", "body?"]

    def __init__(self, name, params, slots, body):
        self.name = name
        self.params = params
        self.slots = slots
        self.body = body


class Unexpected(Exception):
    def __init__(self, value):
        self.value = value


class Frame(object):
    _virtualizable_ = ["slots[*]"]

    def __init__(self, n):
        self = hint(self, access_directly=True, fresh_virtualizable=True)
        self.slots = [None] * n


class Stats(object):
    rewrites = 0
    deopts = 0


stats = Stats()


def location(loop):
    return loop.label()


driver = JitDriver(greens=["loop"], reds=["frame", "last"], virtualizables=["frame"], get_printable_location=location)


class Node(object):
    _attrs_ = []

    def execute(self, frame):
        raise NotImplementedError

    def execute_int(self, frame):
        v = self.execute(frame)
        if isinstance(v, IntValue):
            return v.n
        raise Unexpected(v)

    def execute_float(self, frame):
        v = self.execute(frame)
        if isinstance(v, FloatValue):
            return v.x
        raise Unexpected(v)


class Slot(Node):
    """Where a child can be replaced."""
    _attrs_ = ["node"]
    _immutable_fields_ = ["node?"]

    def __init__(self, node):
        self.node = node

    def execute(self, frame):
        return self.node.execute(frame)

    def execute_int(self, frame):
        return self.node.execute_int(frame)

    def execute_float(self, frame):
        return self.node.execute_float(frame)

    def replace(self, node):
        stats.rewrites += 1
        self.node = node


class Const(Node):
    _attrs_ = _immutable_fields_ = ["value"]

    def __init__(self, value):
        self.value = value

    def execute(self, frame):
        return self.value


class Read(Node):
    _attrs_ = _immutable_fields_ = ["index"]

    def __init__(self, index):
        self.index = index

    def execute(self, frame):
        return frame.slots[self.index]


class Write(Node):
    _attrs_ = _immutable_fields_ = ["index", "value"]

    def __init__(self, index, value):
        self.index = index
        self.value = value

    def execute(self, frame):
        v = self.value.execute(frame)
        frame.slots[self.index] = v
        return v


class Sequence(Node):
    _attrs_ = ["nodes"]
    _immutable_fields_ = ["nodes[*]"]

    def __init__(self, nodes):
        self.nodes = nodes

    @unroll_safe
    def execute(self, frame):
        v = None
        for node in self.nodes:
            v = node.execute(frame)
        return v


class Arithmetic(Node):
    _attrs_ = _immutable_fields_ = ["op", "slot", "left", "right"]

    def __init__(self, op, slot, left, right):
        self.op = op
        self.slot = slot
        self.left = left
        self.right = right


class Uninitialised(Arithmetic):
    def execute(self, frame):
        a = self.left.execute(frame)
        b = self.right.execute(frame)
        if isinstance(a, IntValue) and isinstance(b, IntValue):
            self.slot.replace(OfInts(self.op, self.slot, self.left, self.right))
        elif isinstance(a, FloatValue) and isinstance(b, FloatValue):
            self.slot.replace(OfFloats(self.op, self.slot, self.left, self.right))
        else:
            self.slot.replace(Generic(self.op, self.slot, self.left, self.right))
        return generic(self.op, a, b)


class OfInts(Arithmetic):
    def execute(self, frame):
        a = b = 0
        try:
            a = self.left.execute_int(frame)
        except Unexpected as e:
            return self.generalise(e.value, self.right.execute(frame))
        try:
            b = self.right.execute_int(frame)
        except Unexpected as e:
            return self.generalise(IntValue(a), e.value)
        try:
            return IntValue(int_op(self.op, a, b))
        except OverflowError:
            return self.generalise(IntValue(a), IntValue(b))

    def generalise(self, a, b):
        stats.deopts += 1
        self.slot.replace(Generic(self.op, self.slot, self.left, self.right))
        return generic(self.op, a, b)


class OfFloats(Arithmetic):
    def execute(self, frame):
        try:
            a = self.left.execute_float(frame)
        except Unexpected as e:
            return self.generalise(e.value, self.right.execute(frame))
        try:
            b = self.right.execute_float(frame)
        except Unexpected as e:
            return self.generalise(FloatValue(a), e.value)
        return FloatValue(float_op(self.op, a, b))

    def generalise(self, a, b):
        stats.deopts += 1
        self.slot.replace(Generic(self.op, self.slot, self.left, self.right))
        return generic(self.op, a, b)


class Generic(Arithmetic):
    def execute(self, frame):
        return generic(self.op, self.left.execute(frame), self.right.execute(frame))


def int_op(op, a, b):
    if op == "+":
        return ovfcheck(a + b)
    if op == "-":
        return ovfcheck(a - b)
    if op == "*":
        return ovfcheck(a * b)
    return int(a < b)


def float_op(op, a, b):
    if op == "+":
        return a + b
    if op == "-":
        return a - b
    if op == "*":
        return a * b
    return 1.0 if a < b else 0.0


def as_float(v):
    if isinstance(v, IntValue):
        return float(v.n)
    if isinstance(v, FloatValue):
        return v.x
    return 0.0


def generic(op, a, b):
    if isinstance(a, IntValue) and isinstance(b, IntValue):
        try:
            return IntValue(int_op(op, a.n, b.n))
        except OverflowError:
            pass
    return FloatValue(float_op(op, as_float(a), as_float(b)))


def truth(v):
    if isinstance(v, IntValue):
        return v.n != 0
    return as_float(v) != 0.0


class If(Node):
    _attrs_ = _immutable_fields_ = ["test", "yes", "no"]

    def __init__(self, test, yes, no):
        self.test = test
        self.yes = yes
        self.no = no

    def execute(self, frame):
        if truth(self.test.execute(frame)):
            return self.yes.execute(frame)
        return self.no.execute(frame)


class While(Node):
    _attrs_ = _immutable_fields_ = ["test", "body"]

    def __init__(self, test, body):
        self.test = test
        self.body = body

    def label(self):
        return "while"

    def execute(self, frame):
        last = ZERO
        loop = self
        while True:
            driver.jit_merge_point(loop=loop, frame=frame, last=last)
            if not truth(loop.test.execute(frame)):
                return last
            last = loop.body.execute(frame)
            driver.can_enter_jit(loop=loop, frame=frame, last=last)


ZERO = IntValue(0)


class Call(Node):
    _attrs_ = ["name", "args", "cached"]
    _immutable_fields_ = ["name", "args[*]", "cached?"]

    def __init__(self, name, args):
        self.name = name
        self.args = args
        self.cached = None

    @unroll_safe
    def execute(self, frame):
        f = self.cached
        if f is None:
            f = FUNCTIONS.table[self.name]
            self.cached = f
        inner = Frame(f.slots)
        for i in range(len(self.args)):
            inner.slots[i] = self.args[i].execute(frame)
        return f.body.execute(inner)


class Functions(object):
    def __init__(self):
        self.table = {}


FUNCTIONS = Functions()


class Reader(object):
    def __init__(self, text):
        self.words = text.replace("(", " ( ").replace(")", " ) ").split(" ")
        self.words = [w for w in self.words if w]
        self.pos = 0
        self.names = []

    def slot(self, name):
        for i in range(len(self.names)):
            if self.names[i] == name:
                return i
        self.names.append(name)
        return len(self.names) - 1

    def read(self):
        w = self.words[self.pos]
        self.pos += 1
        if w != "(":
            if w[0].isdigit() or (w[0] == "-" and len(w) > 1):
                if w.find(".") >= 0:
                    return Slot(Const(FloatValue(float(w))))
                return Slot(Const(IntValue(int(w))))
            return Slot(Read(self.slot(w)))
        head = self.words[self.pos]
        self.pos += 1
        index = -1
        if head == "set":
            index = self.slot(self.words[self.pos])
            self.pos += 1
        items = []
        while self.words[self.pos] != ")":
            items.append(self.read())
        self.pos += 1
        if head == "set":
            return Slot(Write(index, items[0]))
        if head == "do":
            return Slot(Sequence(items[:]))
        if head == "if":
            return Slot(If(items[0], items[1], items[2]))
        if head == "while":
            return Slot(While(items[0], items[1]))
        if head in ("+", "-", "*", "<"):
            slot = Slot(None)
            slot.node = Uninitialised(head, slot, items[0], items[1])
            return slot
        return Slot(Call(head, items[:]))


def define(name, params, text):
    reader = Reader(text)
    for p in params:
        reader.slot(p)
    body = reader.read()
    FUNCTIONS.table[name] = FunctionValue(name, len(params), len(reader.names), body)


def show(v):
    if isinstance(v, IntValue):
        return "int %d" % v.n
    if isinstance(v, FloatValue):
        return "float %f" % v.x
    return "?"


def run(name, args):
    f = FUNCTIONS.table[name]
    frame = Frame(f.slots)
    for i in range(len(args)):
        frame.slots[i] = args[i]
    before = stats.rewrites
    v = f.body.execute(frame)
    print("%s: %s, rewrites %d, deopts %d" % (name, show(v), stats.rewrites - before, stats.deopts))


def entry_point(argv):
    define("sum", ["n"], "(do (set s 0) (while (< 0 n) (do (set s (+ s n)) (set n (- n 1)))) s)")
    define("power", ["x", "n"], "(do (set r 1) (while (< 0 n) (do (set r (* r x)) (set n (- n 1)))) r)")
    define("fib", ["n"], "(if (< n 2) n (+ (fib (- n 1)) (fib (- n 2))))")
    define("mixed", ["n"], "(do (set x 1) (set i 0) (while (< i n) (do (if (< i 50) (set x (+ x i)) (set x (+ x 0.5))) (set i (+ i 1)))) x)")
    define("calls", ["n"], "(do (set t 0) (while (< 0 n) (do (set t (+ t (sum (fib 5)))) (set n (- n 1)))) t)")
    run("sum", [IntValue(300)])
    run("power", [IntValue(3), IntValue(60)])
    run("power", [FloatValue(1.01), IntValue(200)])
    run("sum", [FloatValue(10.5)])
    run("fib", [IntValue(14)])
    run("mixed", [IntValue(200)])
    run("mixed", [IntValue(40)])
    run("calls", [IntValue(120)])
    return 0


def target(driver, args):
    return entry_point, None
