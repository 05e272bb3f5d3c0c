# jit: yes
"""A register machine with boxed numbers in a virtualizable frame: its hot loop is left with the arithmetic."""
from rpython.rlib import jit


class W_Value(object):
    def truth(self):
        return True


class W_Number(W_Value):
    _immutable_fields_ = ['n']

    def __init__(self, n):
        self.n = n

    def truth(self):
        return self.n != 0


def number(w):
    if isinstance(w, W_Number):
        return w.n
    raise TypeError


class Program(object):
    _immutable_fields_ = ['ops[*]', 'consts[*]', 'registers']

    def __init__(self, ops, consts, registers):
        self.ops = ops
        self.consts = consts
        self.registers = registers


class Activation(object):
    _virtualizable_ = ['regs[*]', 'last']

    def __init__(self, program):
        self = jit.hint(self, fresh_virtualizable=True, access_directly=True)
        self.program = program
        self.regs = [None] * program.registers
        self.last = 0


CONST, PLUS, MINUS, SMALLER, MOVE, BRANCH, ODD, STOP = range(8)
TEXT = ['const', 'plus', 'minus', 'smaller', 'move', 'branch', 'odd', 'stop']


def where(pc, program):
    return '%s at %d' % (TEXT[program.ops[pc]], pc)


driver = jit.JitDriver(greens=['pc', 'program'], reds=['act'], virtualizables=['act'],
                       get_printable_location=where)


def execute(program, act):
    pc = 0
    while True:
        driver.jit_merge_point(pc=pc, program=program, act=act)
        op = program.ops[pc]
        a = program.ops[pc + 1]
        b = program.ops[pc + 2]
        c = program.ops[pc + 3]
        act.last = op
        pc += 4
        if op == CONST:
            act.regs[a] = program.consts[b]
        elif op == PLUS:
            act.regs[a] = W_Number(number(act.regs[b]) + number(act.regs[c]))
        elif op == MINUS:
            act.regs[a] = W_Number(number(act.regs[b]) - number(act.regs[c]))
        elif op == SMALLER:
            act.regs[a] = W_Number(int(number(act.regs[b]) < number(act.regs[c])))
        elif op == MOVE:
            act.regs[a] = act.regs[b]
        elif op == ODD:
            act.regs[a] = W_Number(number(act.regs[b]) & 1)
        elif op == BRANCH:
            if act.regs[a].truth():
                pc = b
                if c == 1:
                    driver.can_enter_jit(pc=pc, program=program, act=act)
        elif op == STOP:
            return act.regs[a]


def run(ops, consts, registers):
    act = Activation(Program(ops, [W_Number(n) for n in consts], registers))
    w = execute(act.program, act)
    print('%d, last %s, %d registers' % (number(w), TEXT[act.last], len(act.regs)))


def entry_point(argv):
    limit = 4000
    # r0 = i, r1 = sum, r2 = 1, r3 = limit, r4 = condition
    head = [CONST, 0, 0, 0, CONST, 1, 0, 0, CONST, 2, 1, 0, CONST, 3, 2, 0]
    tail = [PLUS, 0, 0, 2, SMALLER, 4, 0, 3]
    run(head + [PLUS, 1, 1, 0] + tail + [BRANCH, 4, 16, 1, STOP, 1, 0, 0], [0, 1, limit], 5)
    # Odd numbers are subtracted: a bridge.
    run(head + [ODD, 4, 0, 0, BRANCH, 4, 32, 0, PLUS, 1, 1, 0, BRANCH, 2, 36, 0, MINUS, 1, 1, 0] + tail
        + [BRANCH, 4, 16, 1, STOP, 1, 0, 0], [0, 1, limit], 5)
    return 0


def target(driver, args):
    return entry_point, None
