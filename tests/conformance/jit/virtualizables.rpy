# jit: yes
"""Frames whose fields and registers live in traces, and everything that may look at them from outside: functions that
are not looked into, other names of the same frame, frames that take turns, exceptions, recursion."""
from rpython.rlib.jit import JitDriver, dont_look_inside, hint, promote, unroll_safe

(PUSH, ADD, SUB, LESS, DUP, POP, LOAD, STORE, LOOP, SKIP, CALL, PEEK, POKE, TRACE, FLIP, RAISE, HALF, INDEX,
 GROW, SWITCH, RETURN) = range(21)
NAMES = ['PUSH', 'ADD', 'SUB', 'LESS', 'DUP', 'POP', 'LOAD', 'STORE', 'LOOP', 'SKIP', 'CALL', 'PEEK', 'POKE', 'TRACE',
         'FLIP', 'RAISE', 'HALF', 'INDEX', 'GROW', 'SWITCH', 'RETURN']


class Box(object):
    pass


class Number(Box):
    _immutable_fields_ = ['value']

    def __init__(self, value):
        self.value = value


class Text(Box):
    def __init__(self, text):
        self.text = text


class GuestError(Exception):
    def __init__(self, what):
        self.what = what


class Code(object):
    _immutable_fields_ = ['name', 'ops[*]', 'locals', 'depth']

    def __init__(self, name, ops, locals, depth):
        self.name = name
        self.ops = ops
        self.locals = locals
        self.depth = depth


class Base(object):
    _virtualizable_ = ['top', 'flag', 'letter', 'ratio']


class Frame(Base):
    _virtualizable_ = ['stack[*]', 'slots[*]', 'previous']

    @unroll_safe
    def __init__(self, code, previous):
        self = hint(self, fresh_virtualizable=True, access_directly=True)
        self.code = code
        self.previous = previous
        self.stack = [None] * code.depth
        self.slots = [0] * code.locals
        self.top = 0
        self.flag = False
        self.letter = 'a'
        self.ratio = 1.0
        self.calls = 0

    def push(self, box):
        top = promote(self.top)
        self.stack[top] = box
        self.top = top + 1

    def pop(self):
        top = promote(self.top) - 1
        box = self.stack[top]
        self.stack[top] = None
        self.top = top
        return box

    def pop_number(self):
        box = self.pop()
        if isinstance(box, Number):
            return box.value
        raise GuestError('a number expected')


class Machine(object):
    def __init__(self, codes):
        self.codes = codes
        self.current = None
        self.log = []


machine = Machine([])


@dont_look_inside
def describe(frame):
    """Reads all of the frame from outside."""
    total = 0
    for box in frame.stack:
        if isinstance(box, Number):
            total += box.value
        elif isinstance(box, Text):
            total += len(box.text)
    for n in frame.slots:
        total += 3 * n
    return '%d %d %s %s %d' % (total, frame.top, frame.flag, frame.letter, int(frame.ratio * 100))


@dont_look_inside
def poke_current(value):
    """Changes the frame through another name."""
    frame = machine.current
    frame.slots[0] = value
    frame.ratio = frame.ratio + 0.5
    if frame.ratio > 9.0:
        frame.ratio = 1.0


@dont_look_inside
def grow(frame):
    slots = [7] * (len(frame.slots) + 1)
    for i in range(len(frame.slots)):
        slots[i] = frame.slots[i]
    frame.slots = slots


def alias():
    return machine.current


def location(pc, code):
    return '%s %d %s' % (code.name, pc, NAMES[code.ops[pc]])


driver = JitDriver(greens=['pc', 'code'], reds=['frame'], virtualizables=['frame'],
                   get_printable_location=location)


def interpret(frame):
    pc = 0
    code = frame.code
    while True:
        driver.jit_merge_point(pc=pc, code=code, frame=frame)
        op = code.ops[pc]
        arg = code.ops[pc + 1]
        pc += 2
        if op == PUSH:
            frame.push(Number(arg))
        elif op == ADD:
            b = frame.pop_number()
            frame.push(Number(frame.pop_number() + b))
        elif op == SUB:
            b = frame.pop_number()
            frame.push(Number(frame.pop_number() - b))
        elif op == LESS:
            b = frame.pop_number()
            frame.push(Number(int(frame.pop_number() < b)))
        elif op == DUP:
            box = frame.pop()
            frame.push(box)
            frame.push(box)
        elif op == POP:
            frame.pop()
        elif op == LOAD:
            frame.push(Number(frame.slots[arg]))
        elif op == STORE:
            frame.slots[arg] = frame.pop_number()
        elif op == LOOP:
            if frame.pop_number() != 0:
                pc = arg
                driver.can_enter_jit(pc=pc, code=code, frame=frame)
        elif op == SKIP:
            if frame.pop_number() != 0:
                pc += 2 * arg
        elif op == CALL:
            callee = Frame(machine.codes[arg], frame)
            callee.slots[0] = frame.pop_number()
            saved = machine.current
            machine.current = callee
            try:
                result = interpret(callee)
            except GuestError as e:
                result = Number(-len(e.what))
                frame.letter = 'e'
            machine.current = saved
            frame.calls += 1
            frame.push(result)
        elif op == PEEK:
            other = alias()
            frame.push(Number(other.slots[arg] + other.top))
            other.flag = not other.flag
        elif op == POKE:
            poke_current(frame.pop_number())
        elif op == TRACE:
            if frame.slots[0] % 16 == 3:
                machine.log.append(describe(frame))
        elif op == FLIP:
            frame.flag = not frame.flag
            frame.letter = chr(ord('a') + (ord(frame.letter) - ord('a') + 1) % 26)
        elif op == RAISE:
            if frame.slots[0] % 5 == 2:
                raise GuestError('error in ' + code.name)
        elif op == HALF:
            frame.ratio = frame.ratio * 0.5 + 1.0
        elif op == INDEX:
            n = frame.pop_number() & 1
            frame.slots[n] = frame.slots[n] + 1
        elif op == GROW:
            if frame.slots[0] % 64 == 40 and len(frame.slots) < 6:
                grow(frame)
        elif op == SWITCH:
            # Another frame goes on in the same loop of the interpreter.
            if arg == 1:
                callee = Frame(machine.codes[frame.pop_number()], frame)
                callee.slots[0] = frame.slots[0]
                frame.calls = pc
                frame = callee
            else:
                value = frame.pop()
                frame = frame.previous
                pc = frame.calls
                frame.push(value)
            code = frame.code
            if arg == 1:
                pc = 0
            machine.current = frame
        elif op == RETURN:
            return frame.pop()


def run(name, codes, argument):
    machine.codes = codes
    machine.log = []
    frame = Frame(codes[0], None)
    frame.slots[0] = argument
    machine.current = frame
    try:
        result = interpret(frame)
        value = -1
        if isinstance(result, Number):
            value = result.value
        print('%s: %d, %s, %d calls' % (name, value, describe(frame), frame.calls))
    except GuestError as e:
        print('%s: raised %s, %s, %d calls' % (name, e.what, describe(frame), frame.calls))
    for i in range(min(4, len(machine.log))):
        print('    ' + machine.log[i])
    print('    %d' % len(machine.log))


def countdown(body, locals):
    ops = body + [LOAD, 0, PUSH, 1, SUB, 0, STORE, 0, PUSH, 0, LOAD, 0, LESS, 0, LOOP, 0, LOAD, 1, RETURN, 0]
    return Code('countdown', ops, locals, 8)


def entry_point(argv):
    n = 100
    if len(argv) > 1:
        n = int(argv[1])
    sum = [LOAD, 1, LOAD, 0, ADD, 0, STORE, 1]
    run('sum', [countdown(sum, 2)], n)
    run('flags', [countdown(sum + [FLIP, 0, HALF, 0], 3)], n)
    run('traced', [countdown(sum + [TRACE, 0, FLIP, 0], 2)], n)
    run('peek', [countdown([PEEK, 0, LOAD, 1, ADD, 0, STORE, 1], 2)], n)
    # slot 1 counts down as well, since slot 0 is written from outside
    run('poke', [countdown([LOAD, 0, POKE, 0] + sum, 2)], n)
    run('index', [countdown([LOAD, 0, INDEX, 0, LOAD, 0, PUSH, 1, SUB, 0, STORE, 0], 2)], n)
    run('grow', [countdown(sum + [GROW, 0], 2)], n)
    callee = Code('callee', [LOAD, 0, DUP, 0, ADD, 0, RAISE, 0, RETURN, 0], 1, 4)
    run('calls', [countdown([LOAD, 0, CALL, 1, LOAD, 1, ADD, 0, STORE, 1], 2), callee], n)
    run('calls, traced', [countdown([LOAD, 0, CALL, 1, TRACE, 0, LOAD, 1, ADD, 0, STORE, 1], 2), callee], n)
    inner = countdown([LOAD, 1, PUSH, 2, ADD, 0, STORE, 1, FLIP, 0], 2)
    run('loop in call', [countdown([LOAD, 0, CALL, 1, LOAD, 1, ADD, 0, STORE, 1], 2), inner], n // 4)
    fib = Code('fib', [LOAD, 0, PUSH, 2, LESS, 0, SKIP, 10, LOAD, 0, PUSH, 1, SUB, 0, CALL, 0, LOAD, 0, PUSH, 2,
                       SUB, 0, CALL, 0, ADD, 0, RETURN, 0, LOAD, 0, RETURN, 0], 1, 6)
    run('fib', [fib], 13)
    other = Code('other', [LOAD, 0, PUSH, 3, ADD, 0, SWITCH, 0], 1, 4)
    run('switch', [countdown([PUSH, 1, SWITCH, 1, LOAD, 1, ADD, 0, STORE, 1], 2), other], n)
    # Two loops, one in the other.
    nested = Code('nested', [PUSH, 5, STORE, 2,
                             LOAD, 1, LOAD, 2, ADD, 0, STORE, 1, FLIP, 0,
                             LOAD, 2, PUSH, 1, SUB, 0, STORE, 2, PUSH, 0, LOAD, 2, LESS, 0, LOOP, 4,
                             TRACE, 0, LOAD, 0, PUSH, 1, SUB, 0, STORE, 0, PUSH, 0, LOAD, 0, LESS, 0, LOOP, 0,
                             LOAD, 1, RETURN, 0], 3, 5)
    run('nested', [nested], n)
    run('raise', [countdown([LOAD, 0, PUSH, 50, LESS, 0, SKIP, 1, PUSH, 0, RAISE, 0] + sum, 2)], n)
    return 0


def target(driver, args):
    return entry_point, None
