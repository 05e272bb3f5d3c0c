# jit: yes
"""A stack machine with boxed integers and floats: the boxes are virtual inside a loop."""
from rpython.rlib.jit import JitDriver


def location(pc, code):
    return "%d: %d" % (pc, code.ops[pc])


driver = JitDriver(greens=['pc', 'code'], reds=['frame'], get_printable_location=location)

(CONST, LOAD, STORE, ADD, SUB, MUL, LT, JUMP, JUMP_IF_FALSE, PRINT, END) = range(11)


class Value(object):
    def add(self, other):
        raise NotImplementedError

    def sub(self, other):
        raise NotImplementedError

    def mul(self, other):
        raise NotImplementedError

    def lt(self, other):
        raise NotImplementedError

    def text(self):
        raise NotImplementedError


class Int(Value):
    _immutable_fields_ = ['n']

    def __init__(self, n):
        self.n = n

    def add(self, other):
        if isinstance(other, Int):
            return Int(self.n + other.n)
        assert isinstance(other, Float)
        return Float(self.n + other.x)

    def sub(self, other):
        if isinstance(other, Int):
            return Int(self.n - other.n)
        assert isinstance(other, Float)
        return Float(self.n - other.x)

    def mul(self, other):
        if isinstance(other, Int):
            return Int(self.n * other.n)
        assert isinstance(other, Float)
        return Float(self.n * other.x)

    def lt(self, other):
        if isinstance(other, Int):
            return self.n < other.n
        assert isinstance(other, Float)
        return self.n < other.x

    def text(self):
        return str(self.n)


class Float(Value):
    _immutable_fields_ = ['x']

    def __init__(self, x):
        self.x = x

    def value_of(self, other):
        if isinstance(other, Int):
            return float(other.n)
        assert isinstance(other, Float)
        return other.x

    def add(self, other):
        return Float(self.x + self.value_of(other))

    def sub(self, other):
        return Float(self.x - self.value_of(other))

    def mul(self, other):
        return Float(self.x * self.value_of(other))

    def lt(self, other):
        return self.x < self.value_of(other)

    def text(self):
        return str(self.x)


class Code(object):
    _immutable_fields_ = ['ops[*]', 'consts[*]']

    def __init__(self, ops, consts):
        self.ops = ops[:]
        self.consts = consts[:]


class Frame(object):
    def __init__(self, nlocals):
        self.stack = [None] * 10
        self.depth = 0
        zero = Int(0)
        self.locals = [zero] * nlocals

    def push(self, v):
        self.stack[self.depth] = v
        self.depth += 1

    def pop(self):
        d = self.depth - 1
        v = self.stack[d]
        self.stack[d] = None
        self.depth = d
        return v


def run(code, frame):
    pc = 0
    while True:
        driver.jit_merge_point(pc=pc, code=code, frame=frame)
        op = code.ops[pc]
        arg = code.ops[pc + 1]
        pc += 2
        if op == CONST:
            frame.push(code.consts[arg])
        elif op == LOAD:
            frame.push(frame.locals[arg])
        elif op == STORE:
            frame.locals[arg] = frame.pop()
        elif op == ADD:
            b = frame.pop()
            a = frame.pop()
            frame.push(a.add(b))
        elif op == SUB:
            b = frame.pop()
            a = frame.pop()
            frame.push(a.sub(b))
        elif op == MUL:
            b = frame.pop()
            a = frame.pop()
            frame.push(a.mul(b))
        elif op == LT:
            b = frame.pop()
            a = frame.pop()
            frame.push(Int(int(a.lt(b))))
        elif op == JUMP:
            back = arg < pc
            pc = arg
            if back:
                driver.can_enter_jit(pc=pc, code=code, frame=frame)
        elif op == JUMP_IF_FALSE:
            v = frame.pop()
            if isinstance(v, Int) and v.n == 0:
                pc = arg
        elif op == PRINT:
            print(frame.pop().text())
        elif op == END:
            return


def sum_program(limit, start, step):
    # 0: i   1: total
    consts = [limit, start, step]
    ops = [CONST, 1, STORE, 0,
           LOAD, 0, CONST, 0, LT, 0, JUMP_IF_FALSE, 30,
           LOAD, 1, LOAD, 0, ADD, 0, STORE, 1,
           LOAD, 0, CONST, 2, ADD, 0, STORE, 0,
           JUMP, 4,
           LOAD, 1, PRINT, 0, END, 0]
    return Code(ops, consts)


def nested_program(n):
    # 0: i  1: j  2: total
    consts = [Int(n), Int(0), Int(1)]
    ops = [CONST, 1, STORE, 0,
           LOAD, 0, CONST, 0, LT, 0, JUMP_IF_FALSE, 54,    # 4
           CONST, 1, STORE, 1,                             # 12
           LOAD, 1, LOAD, 0, LT, 0, JUMP_IF_FALSE, 44,     # 16
           LOAD, 2, LOAD, 0, LOAD, 1, MUL, 0, ADD, 0, STORE, 2,
           LOAD, 1, CONST, 2, ADD, 0, STORE, 1,
           LOAD, 1, LOAD, 1, SUB, 0, STORE, 3]
    ops = ops[:44] + [JUMP, 16]
    # the exit of the inner loop is at 46
    ops[23] = 46
    ops = ops + [LOAD, 0, CONST, 2, ADD, 0, STORE, 0, JUMP, 4, LOAD, 2, PRINT, 0, END, 0]
    ops[11] = 56
    return Code(ops, consts)


def entry_point(argv):
    run(sum_program(Int(3000), Int(0), Int(1)), Frame(4))
    run(sum_program(Int(3000), Float(0.0), Float(0.5)), Frame(4))
    run(sum_program(Float(200.5), Int(0), Int(1)), Frame(4))
    run(nested_program(60), Frame(4))
    for i in range(5):
        run(nested_program(i * 7), Frame(4))
    return 0


def target(driver, args):
    return entry_point, None
