# jit: yes
"""Guest functions that call each other: their frames are made by the caller and die with the call. Calls in several shapes,
exceptions that pass through them, a global that changes while they run, results that are arguments."""
from rpython.rlib import jit


class Value(object):
    pass


class Number(Value):
    _immutable_fields_ = ['n']

    def __init__(self, n):
        self.n = n


class Pair(Value):
    def __init__(self, left, right):
        self.left = left
        self.right = right


NONE = Value()


class Thrown(Exception):
    def __init__(self, w_value):
        self.w_value = w_value


class Globals(object):
    _immutable_fields_ = ['step?']

    def __init__(self):
        self.step = 1


world = Globals()


class Function(object):
    _immutable_fields_ = ['name', 'ops[*]', 'registers']

    def __init__(self, name, ops, registers):
        self.name = name
        self.ops = ops
        self.registers = registers


class Frame(object):
    _virtualizable_ = ['regs[*]', 'mark', 'weight', 'calls']

    def __init__(self, function, mark, weight):
        self = jit.hint(self, fresh_virtualizable=True, access_directly=True)
        self.regs = [NONE] * function.registers
        self.mark = mark
        self.weight = weight
        self.calls = 0


(LOAD, ADD, SUB, LESS, JUMPIF, CALL, CALL2, RET, THROW, TRY, PAIR, LEFT, STEP, MARK, BUMP, IS) = range(16)

functions = []


def number(w):
    assert isinstance(w, Number)
    return w.n


def where(pc, function):
    return '%s %d' % (function.name, pc)


driver = jit.JitDriver(greens=['pc', 'function'], reds=['frame'], virtualizables=['frame'], get_printable_location=where)


def call(frame, a, callee, mark):
    """A call with registers from a on. In the others the number of registers is not known when the frame is made."""
    if mark == '1':
        callee = jit.promote(callee)
    inner = Frame(callee, mark, frame.weight * 0.5 if mark == 'h' else 1.0)
    inner.regs[0] = frame.regs[a]
    if mark == '2':
        inner.regs[1] = frame.regs[a + 1]
    frame.calls += 1
    return execute(inner, callee)


def execute(frame, function):
    pc = 0
    while True:
        driver.jit_merge_point(pc=pc, function=function, frame=frame)
        op = function.ops[pc]
        a = function.ops[pc + 1]
        b = function.ops[pc + 2]
        c = function.ops[pc + 3]
        pc += 4
        if op == LOAD:
            frame.regs[a] = Number(b)
        elif op == ADD:
            frame.regs[a] = Number(number(frame.regs[b]) + number(frame.regs[c]))
        elif op == SUB:
            frame.regs[a] = Number(number(frame.regs[b]) - number(frame.regs[c]))
        elif op == LESS:
            frame.regs[a] = Number(int(number(frame.regs[b]) < number(frame.regs[c])))
        elif op == JUMPIF:
            if number(frame.regs[a]) != 0:
                if b < pc:
                    pc = b
                    driver.can_enter_jit(pc=pc, function=function, frame=frame)
                else:
                    pc = b
        elif op == CALL:
            frame.regs[a] = call(frame, b, functions[c], '1')
        elif op == CALL2:
            frame.regs[a] = call(frame, b, functions[c], '2')
        elif op == TRY:
            try:
                frame.regs[a] = call(frame, b, functions[c], 'h')
            except Thrown as e:
                frame.regs[a] = Number(1000 + number(e.w_value) + frame.calls)
        elif op == THROW:
            raise Thrown(frame.regs[a])
        elif op == PAIR:
            frame.regs[a] = Pair(frame.regs[b], frame.regs[c])
        elif op == LEFT:
            w_pair = frame.regs[b]
            assert isinstance(w_pair, Pair)
            frame.regs[a] = w_pair.left
        elif op == STEP:
            frame.regs[a] = Number(world.step)
        elif op == BUMP:
            world.step += 1
        elif op == MARK:
            frame.regs[a] = Number(ord(frame.mark) + int(frame.weight * 8.0))
        elif op == IS:
            frame.regs[a] = Number(int(frame.regs[b] is frame.regs[c]))
        elif op == RET:
            return frame.regs[a]


FIB, SAME, DEEP, ACK, SWAP, CHANGE, SUM = range(7)


def define():
    # fib(n), plus the frame's mark at the leaves
    functions.append(Function('fib', [
        LOAD, 1, 2, 0, LESS, 2, 0, 1, JUMPIF, 2, 48, 0,
        LOAD, 3, 1, 0, SUB, 3, 0, 3, CALL, 3, 3, FIB,
        SUB, 4, 0, 1, CALL, 4, 4, FIB, ADD, 3, 3, 4, STEP, 4, 0, 0, ADD, 3, 3, 4, RET, 3, 0, 0,
        MARK, 3, 0, 0, RET, 3, 0, 0], 5))
    # same(x): x itself, by a chain of calls, is what was given
    functions.append(Function('same', [
        LEFT, 1, 0, 0, LOAD, 2, 1, 0, LESS, 3, 1, 2, JUMPIF, 3, 36, 0,
        SUB, 1, 1, 2, PAIR, 4, 1, 0, CALL, 4, 4, SAME, LEFT, 1, 4, 0, RET, 0, 0, 0,
        RET, 0, 0, 0], 5))
    # deep(n): raises at the bottom if n is even
    functions.append(Function('deep', [
        LOAD, 1, 2, 0, LESS, 2, 0, 1, JUMPIF, 2, 28, 0,
        SUB, 2, 0, 1, TRY, 3, 2, DEEP, ADD, 3, 3, 0, RET, 3, 0, 0,
        JUMPIF, 0, 36, 0, THROW, 0, 0, 0,
        MARK, 3, 0, 0, RET, 3, 0, 0], 4))
    # ack(m, n)
    functions.append(Function('ack', [
        LOAD, 2, 1, 0, JUMPIF, 0, 16, 0, ADD, 3, 1, 2, RET, 3, 0, 0,
        SUB, 4, 0, 2, JUMPIF, 1, 36, 0, LOAD, 5, 1, 0, CALL2, 3, 4, ACK, RET, 3, 0, 0,
        SUB, 7, 1, 2, SUB, 6, 0, 2, ADD, 6, 6, 2, CALL2, 5, 6, ACK, CALL2, 3, 4, ACK, RET, 3, 0, 0], 8))
    # swap(p, n): passes one object twice
    functions.append(Function('swap', [
        LOAD, 2, 1, 0, LESS, 3, 1, 2, JUMPIF, 3, 32, 0,
        SUB, 5, 1, 2, PAIR, 4, 0, 0, CALL2, 3, 4, SWAP, IS, 6, 3, 4, RET, 4, 0, 0,
        LEFT, 2, 0, 0, IS, 3, 2, 0, RET, 0, 0, 0], 7))
    # change(n): changes the global now and then
    functions.append(Function('change', [
        LOAD, 1, 1, 0, LESS, 2, 0, 1, JUMPIF, 2, 32, 0,
        SUB, 2, 0, 1, CALL, 3, 2, CHANGE, STEP, 4, 0, 0, ADD, 3, 3, 4, RET, 3, 0, 0,
        BUMP, 0, 0, 0, STEP, 3, 0, 0, RET, 3, 0, 0], 5))
    # sum(n): a loop of calls
    functions.append(Function('sum', [
        LOAD, 1, 0, 0, LOAD, 2, 1, 0,
        CALL, 3, 0, FIB, ADD, 1, 1, 3, SUB, 0, 0, 2, JUMPIF, 0, 8, 0, RET, 1, 0, 0], 4))


def run(which, w_first, w_second):
    function = functions[which]
    frame = Frame(function, 'm', 1.0)
    frame.regs[0] = w_first
    if w_second is not None:
        frame.regs[1] = w_second
    return execute(frame, function)


def entry_point(argv):
    define()
    print(number(run(FIB, Number(13), None)))
    for n in range(150):
        w_pair = Pair(Number(n % 9), NONE)
        assert run(SAME, w_pair, None) is w_pair
    total = 0
    for n in range(300):
        try:
            total += number(run(DEEP, Number(n % 14), None))
        except Thrown as e:
            total += 7 + number(e.w_value)
    print(total)
    print(number(run(ACK, Number(2), Number(9))))
    for n in range(60):
        w_pair = Pair(NONE, NONE)
        w_result = run(SWAP, w_pair, Number(n % 5))
        assert isinstance(w_result, Pair)
        assert n % 5 == 0 or w_result.left is w_pair
    for n in range(120):
        total += number(run(CHANGE, Number(n % 12), None))
        if n % 40 == 0:
            total += number(run(FIB, Number(9), None))
    print(total, world.step)
    print(number(run(SUM, Number(18), None)))
    return 0


def target(driver, args):
    return entry_point, None
