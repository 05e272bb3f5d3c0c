# jit: yes
"""Floats in a register machine: points of the Mandelbrot set."""
from rpython.rlib.jit import JitDriver

driver = JitDriver(greens=['pc', 'code'], reds=['regs', 'steps'])


class Code(object):
    _immutable_fields_ = ['ops[*]']

    def __init__(self, ops):
        self.ops = ops[:]


# op, target, a, b
MUL, ADD, SUB, MOVE, LESS, COUNT, JUMP, END = range(8)


class Machine(object):
    def __init__(self):
        self.r = [0.0] * 12
        self.count = 0


def run(code, regs):
    pc = 0
    steps = 0
    while True:
        driver.jit_merge_point(pc=pc, code=code, regs=regs, steps=steps)
        op = code.ops[pc]
        t = code.ops[pc + 1]
        a = code.ops[pc + 2]
        b = code.ops[pc + 3]
        pc += 4
        steps += 1
        r = regs.r
        if op == MUL:
            r[t] = r[a] * r[b]
        elif op == ADD:
            r[t] = r[a] + r[b]
        elif op == SUB:
            r[t] = r[a] - r[b]
        elif op == MOVE:
            r[t] = r[a]
        elif op == LESS:
            if not r[a] < r[b]:
                pc = t
        elif op == COUNT:
            regs.count += 1
            if regs.count >= t:
                return steps
        elif op == JUMP:
            pc = t
            driver.can_enter_jit(pc=pc, code=code, regs=regs, steps=steps)
        else:
            return steps


# 0: x  1: y  2: x0  3: y0  4: xx  5: yy  6: t  7: 4.0
POINT = Code([MUL, 4, 0, 0,
              MUL, 5, 1, 1,
              ADD, 6, 4, 5,
              LESS, 36, 6, 7,
              MUL, 1, 1, 0,
              ADD, 1, 1, 1,
              ADD, 1, 1, 3,
              SUB, 0, 4, 5,
              JUMP, 40, 0, 0,
              END, 0, 0, 0,
              ADD, 0, 0, 2,
              COUNT, 50, 0, 0,
              JUMP, 0, 0, 0])


def entry_point(argv):
    total = 0
    y = -1.2
    while y < 1.2:
        line = ""
        x = -2.0
        while x < 0.7:
            m = Machine()
            m.r[0] = x
            m.r[1] = y
            m.r[2] = x
            m.r[3] = y
            m.r[7] = 4.0
            total += run(POINT, m)
            line += " .:-=+*#%@"[m.count // 5 % 10]
            x += 0.1
        print(line)
        y += 0.2
    print(total)
    return 0


def target(driver, args):
    return entry_point, None
