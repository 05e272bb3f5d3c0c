# jit: yes
"""Guest functions with a loop in which they call themselves: code for calls that make no frame goes into the loop's."""
from rpython.rlib import jit


class Value(object):
    pass


class Number(Value):
    _immutable_fields_ = ['n']

    def __init__(self, n):
        self.n = n


class Code(object):
    _immutable_fields_ = ['name', 'ops[*]', 'registers']

    def __init__(self, name, ops, registers):
        self.name = name
        self.ops = ops
        self.registers = registers


class Frame(object):
    _virtualizable_ = ['regs[*]']

    def __init__(self, code):
        self = jit.hint(self, fresh_virtualizable=True, access_directly=True)
        self.regs = [None] * code.registers


(CONST, PLUS, MINUS, ZERO, AGAIN, CALL, END) = range(7)

codes = []


def number(value):
    assert isinstance(value, Number)
    return value.n


def where(pc, code):
    return '%s %d' % (code.name, pc)


driver = jit.JitDriver(greens=['pc', 'code'], reds=['frame'], virtualizables=['frame'], get_printable_location=where)


def call(code, w_first, w_second):
    frame = Frame(code)
    frame.regs[0] = w_first
    frame.regs[1] = w_second
    return run(frame, code)


def run(frame, code):
    pc = 0
    while True:
        driver.jit_merge_point(pc=pc, code=code, frame=frame)
        op = code.ops[pc]
        a = code.ops[pc + 1]
        b = code.ops[pc + 2]
        c = code.ops[pc + 3]
        pc += 4
        if op == CONST:
            frame.regs[a] = Number(b)
        elif op == PLUS:
            frame.regs[a] = Number(number(frame.regs[b]) + number(frame.regs[c]))
        elif op == MINUS:
            frame.regs[a] = Number(number(frame.regs[b]) - c)
        elif op == ZERO:
            if number(frame.regs[a]) == 0:
                pc = b
        elif op == AGAIN:
            if number(frame.regs[a]) > 0:
                pc = b
                driver.can_enter_jit(pc=pc, code=code, frame=frame)
        elif op == CALL:
            frame.regs[a] = call(codes[c], frame.regs[b], frame.regs[b + 1])
        elif op == END:
            return frame.regs[a]


WALK = 0


def define():
    # walk(depth, width): 1 at the end, else the sum of walk(depth - 1, n) for n from width down to 1
    codes.append(Code('walk', [
        ZERO, 0, 48, 0, ZERO, 1, 48, 0, CONST, 2, 0, 0, MINUS, 3, 1, 0,
        MINUS, 4, 0, 1, MINUS, 5, 3, 0, CALL, 4, 4, WALK,
        PLUS, 2, 2, 4, MINUS, 3, 3, 1, AGAIN, 3, 16, 0, END, 2, 0, 0, END, 2, 0, 0,
        CONST, 2, 1, 0, END, 2, 0, 0], 6))


def entry_point(argv):
    # Recursion is inlined after 500 calls.
    jit.set_param(driver, 'unroll_threshold', 500)
    define()
    total = 0
    for n in range(16):
        total += number(call(codes[WALK], Number(6), Number(6 + n % 3)))
    print(total)
    return 0


def target(driver, args):
    return entry_point, None


if __name__ == '__main__':
    import sys
    sys.exit(entry_point(sys.argv))
