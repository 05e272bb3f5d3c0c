# jit: yes
"""A loop with two loops in it, and calls of a function with tests. Its code is made anew while those of the inner loops
jump to the old one: that is not left at each pass when its calls have been counted down."""
from rpython.rlib.jit import JitDriver, hint

BIT, ADD, CALL, STEP, ROUNDS, MORE, AGAIN, RETURN = range(8)


class Code(object):
    _immutable_fields_ = ['ops', 'called']

    def __init__(self, ops, called):
        self.ops = ops
        self.called = called


class Frame(object):
    _virtualizable_ = ['regs[*]']

    def __init__(self, rounds, x):
        self = hint(self, fresh_virtualizable=True, access_directly=True)
        self.regs = [rounds, 0, x, 0]


def where(pc, code):
    return '%d of %d' % (pc, len(code.ops))


driver = JitDriver(greens=['pc', 'code'], reds=['frame'], virtualizables=['frame'], get_printable_location=where)


def call(code, x):
    return run(Frame(0, x), code)


def run(frame, code):
    pc = 0
    while True:
        driver.jit_merge_point(pc=pc, code=code, frame=frame)
        op = ord(code.ops[pc])
        arg = ord(code.ops[pc + 1])
        to = ord(code.ops[pc + 2])
        pc += 3
        regs = frame.regs
        if op == BIT:
            if (regs[2] >> arg) & 1 == 0:
                pc = to
        elif op == ADD:
            regs[3] = (regs[3] + arg) & 0xffffff
        elif op == CALL:
            regs[3] += call(code.called, regs[2])
        elif op == STEP:
            regs[2] = (regs[2] * 1103515245 + 12345) & 0x7fffffff
        elif op == ROUNDS:
            regs[0] = (regs[2] >> arg) & 3
        elif op == MORE:
            regs[1] = (regs[2] >> arg) & 3
        elif op == AGAIN:
            if regs[arg] > 0:
                regs[arg] -= 1
                pc = to
                driver.can_enter_jit(pc=pc, code=code, frame=frame)
        else:
            return regs[3]


def assembled(ops, called):
    return Code(''.join([chr(op) for op in ops]), called)


def program():
    function = assembled([BIT, 20, 6, ADD, 3, 0, BIT, 22, 12, ADD, 7, 0, RETURN, 0, 0], None)
    # The outer loop has two rounds on average, so the first trace of it may leave it.
    ops = [ROUNDS, 13, 0]
    outer = len(ops)
    ops += [STEP, 0, 0, BIT, 24, 12, CALL, 0, 0, BIT, 17, 18, CALL, 0, 0]
    for bit in [18, 21]:
        ops += [MORE, bit, 0]
        start = len(ops)
        ops += [ADD, 1, 0, AGAIN, 1, start]
    ops += [CALL, 0, 0, AGAIN, 0, outer, RETURN, 0, 0]
    loops = assembled(ops, function)
    return assembled([STEP, 0, 0, CALL, 0, 0, AGAIN, 0, 0, RETURN, 0, 0], loops)


def entry_point(argv):
    rounds = 2000
    if len(argv) > 1:
        rounds = int(argv[1])
    print(run(Frame(rounds, 123456789), program()))
    return 0


def target(driver, args):
    return entry_point, None
