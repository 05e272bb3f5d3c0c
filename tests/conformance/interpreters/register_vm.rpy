# origin: after published programs
# A register machine with upvalues and coroutines in the style of Lua: a compiler for expressions, closures that share variables.
class Proto(object):
    def __init__(self, name, params):
        self.name = name
        self.params = params
        self.code = []
        self.constants = []
        self.protos = []
        self.upvalues = []      # (from the enclosing function's registers, index)
        self.registers = params

    def emit(self, op, a, b, c):
        self.code.append((op, a, b, c))
        return len(self.code) - 1

    def constant(self, n):
        if n not in self.constants:
            self.constants.append(n)
        return self.constants.index(n)


LOADK, MOVE, ADD, SUB, MUL, LT, EQ, JMP, TEST, CALL, RETURN, CLOSURE, GETUP, SETUP, GETGLOBAL, SETGLOBAL, YIELD = range(17)
OPS = 'LOADK MOVE ADD SUB MUL LT EQ JMP TEST CALL RETURN CLOSURE GETUP SETUP GETGLOBAL SETGLOBAL YIELD'.split()


class Cell(object):
    """A variable that closures share: in a frame's registers until that ends."""

    def __init__(self, frame, index):
        self.frame = frame
        self.index = index
        self.value = None

    def get(self):
        return self.frame.registers[self.index] if self.frame is not None else self.value

    def set(self, v):
        if self.frame is not None:
            self.frame.registers[self.index] = v
        else:
            self.value = v

    def close(self):
        self.value = self.get()
        self.frame = None


class Value(object):
    pass


class Int(Value):
    def __init__(self, n):
        self.n = n


class Function(Value):
    def __init__(self, proto, cells):
        self.proto = proto
        self.cells = cells


class Native(Value):
    def __init__(self, call):
        self.call = call


NIL = Value()


class Frame(object):
    def __init__(self, function, args):
        self.function = function
        self.registers = args + [NIL] * (function.proto.registers - len(args))
        self.pc = 0
        self.cells = {}

    def cell(self, i):
        if i not in self.cells:
            self.cells[i] = Cell(self, i)
        return self.cells[i]

    def finish(self):
        for i in self.cells:
            self.cells[i].close()


class VMError(Exception):
    pass


class VM(object):
    def __init__(self):
        self.globals = {}
        self.steps = 0

    def call(self, f, args):
        if isinstance(f, Native):
            return f.call(self, args)
        if not isinstance(f, Function):
            raise VMError('call of what is no function')
        return self.run(Frame(f, args), None)

    def run(self, frame, coroutine):
        proto = frame.function.proto
        r = frame.registers
        while True:
            op, a, b, c = proto.code[frame.pc]
            frame.pc += 1
            self.steps += 1
            if op == LOADK:
                r[a] = Int(proto.constants[b])
            elif op == MOVE:
                r[a] = r[b]
            elif op == ADD or op == SUB or op == MUL or op == LT or op == EQ:
                x, y = r[b], r[c]
                if not isinstance(x, Int) or not isinstance(y, Int):
                    raise VMError('arithmetic on what is no number in ' + proto.name)
                r[a] = Int(binary(op, x.n, y.n))
            elif op == JMP:
                frame.pc = a
            elif op == TEST:
                x = r[a]
                if x is NIL or isinstance(x, Int) and x.n == 0:
                    frame.pc = b
            elif op == CALL:
                r[a] = self.call(r[a], r[a + 1:a + 1 + b])
            elif op == RETURN:
                frame.finish()
                return r[a]
            elif op == CLOSURE:
                inner = proto.protos[b]
                cells = []
                for local, i in inner.upvalues:
                    cells.append(frame.cell(i) if local else frame.function.cells[i])
                r[a] = Function(inner, cells)
            elif op == GETUP:
                r[a] = frame.function.cells[b].get()
            elif op == SETUP:
                frame.function.cells[b].set(r[a])
            elif op == GETGLOBAL:
                r[a] = self.globals.get(GLOBALS[b], NIL)
            elif op == SETGLOBAL:
                self.globals[GLOBALS[b]] = r[a]
            elif op == YIELD:
                if coroutine is None:
                    raise VMError('yield outside of a coroutine')
                coroutine.waiting = frame
                coroutine.slot = a
                return r[a]


def binary(op, x, y):
    if op == ADD:
        return x + y
    if op == SUB:
        return x - y
    if op == MUL:
        return x * y
    if op == LT:
        return int(x < y)
    return int(x == y)


class Coroutine(object):
    def __init__(self, vm, function):
        self.vm = vm
        self.waiting = Frame(function, [])
        self.slot = -1
        self.done = False

    def resume(self, v):
        frame = self.waiting
        if frame is None:
            raise VMError('resume of what has ended')
        if self.slot >= 0:
            frame.registers[self.slot] = v
        self.waiting = None
        result = self.vm.run(frame, self)
        self.done = self.waiting is None
        return result


GLOBALS = ['print', 'fib', 'count']


def fib_proto():
    p = Proto('fib', 1)
    p.registers = 6
    two, one = p.constant(2), p.constant(1)
    p.emit(LOADK, 1, two, 0)
    p.emit(LT, 2, 0, 1)
    p.emit(TEST, 2, 4, 0)
    p.emit(RETURN, 0, 0, 0)
    p.emit(GETGLOBAL, 2, 1, 0)
    p.emit(LOADK, 4, one, 0)
    p.emit(SUB, 3, 0, 4)
    p.emit(CALL, 2, 1, 0)
    p.emit(GETGLOBAL, 3, 1, 0)
    p.emit(SUB, 4, 0, 1)
    p.emit(CALL, 3, 1, 0)
    p.emit(ADD, 2, 2, 3)
    p.emit(RETURN, 2, 0, 0)
    return p


def counter_proto():
    """function counter(start) return function(by) start = start + by; return start end, function() return start end end"""
    outer = Proto('counter', 1)
    outer.registers = 3
    step = Proto('step', 1)
    step.registers = 3
    step.upvalues.append((True, 0))
    step.emit(GETUP, 1, 0, 0)
    step.emit(ADD, 1, 1, 0)
    step.emit(SETUP, 1, 0, 0)
    step.emit(RETURN, 1, 0, 0)
    peek = Proto('peek', 0)
    peek.registers = 1
    peek.upvalues.append((True, 0))
    peek.emit(GETUP, 0, 0, 0)
    peek.emit(RETURN, 0, 0, 0)
    outer.protos = [step, peek]
    outer.emit(CLOSURE, 1, 1, 0)
    outer.emit(SETGLOBAL, 1, 2, 0)
    outer.emit(CLOSURE, 1, 0, 0)
    outer.emit(LOADK, 2, outer.constant(100), 0)
    outer.emit(ADD, 0, 0, 2)
    outer.emit(RETURN, 1, 0, 0)
    return outer


def generator_proto():
    p = Proto('squares', 0)
    p.registers = 4
    p.emit(LOADK, 0, p.constant(1), 0)
    p.emit(LOADK, 1, p.constant(1), 0)
    p.emit(MUL, 2, 0, 0)
    p.emit(YIELD, 2, 0, 0)
    p.emit(TEST, 2, 7, 0)
    p.emit(ADD, 0, 0, 1)
    p.emit(JMP, 2, 0, 0)
    p.emit(RETURN, 0, 0, 0)
    return p


def show(v):
    if isinstance(v, Int):
        return str(v.n)
    if v is NIL:
        return 'nil'
    return 'function'


def native_print(vm, args):
    print('printed: ' + ' '.join([show(a) for a in args]))
    return Int(len(args))


def entry_point(argv):
    vm = VM()
    vm.globals['print'] = Native(native_print)
    vm.globals['fib'] = Function(fib_proto(), [])
    print(show(vm.call(vm.globals['fib'], [Int(15)])), vm.steps)
    step = vm.call(Function(counter_proto(), []), [Int(5)])
    peek = vm.globals['count']
    print(show(vm.call(peek, [])), show(vm.call(step, [Int(3)])), show(vm.call(step, [Int(-50)])), show(vm.call(peek, [])))
    co = Coroutine(vm, Function(generator_proto(), []))
    out = []
    v = co.resume(NIL)
    while not co.done:
        out.append(show(v))
        v = co.resume(Int(1) if len(out) < 6 else NIL)
    print(' '.join(out), show(v), co.done)
    print(show(vm.call(vm.globals['print'], [Int(1), NIL, step])))
    for bad in range(3):
        try:
            if bad == 0:
                co.resume(NIL)
            elif bad == 1:
                vm.call(Int(3), [])
            else:
                vm.call(step, [NIL])
        except VMError as e:
            print('error: %s' % e)
    print(OPS[LT], len(OPS))
    return 0


def target(driver, args):
    return entry_point, None
