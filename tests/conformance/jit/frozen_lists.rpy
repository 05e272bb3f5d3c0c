# jit: yes
"""Lists that nothing changes after they were made: global tables, green variables, attributes without a hint, and what
others of the same type, which do change, have to do with it."""
from rpython.rlib.jit import JitDriver, unroll_safe

COSTS = [3, 1, 4, 1, 5, 9, 2, 6]
NAMES = ['add', 'sub', 'table', 'jump']


class Changing(object):
    def __init__(self, n):
        self.items = [n, n + 1, n + 2]

    def change(self, i, v):
        self.items[i] = v


class Code(object):
    def __init__(self, ops):
        self.ops = ops


def location(pc, ops):
    return '%s %d' % (NAMES[ops[pc]], len(ops))


driver = JitDriver(greens=['pc', 'ops'], reds=['n', 'acc', 'other'], get_printable_location=location)


@unroll_safe
def total():
    t = 0
    for c in COSTS:
        t += c
    return t


def run(code, n, other):
    pc = 0
    acc = 0
    ops = code.ops
    while True:
        driver.jit_merge_point(pc=pc, ops=ops, n=n, acc=acc, other=other)
        op = ops[pc]
        if op == 0:
            acc += COSTS[pc]
        elif op == 1:
            acc -= COSTS[-1] + len(NAMES[op]) + total()
        elif op == 2:
            other.change(1, n)
            acc += other.items[1] + other.items[0]
        else:
            n -= 1
            if n == 0:
                return acc
            pc = 0
            driver.can_enter_jit(pc=pc, ops=ops, n=n, acc=acc, other=other)
            continue
        pc += 1


def main(argv):
    print(run(Code([0, 1, 0, 3]), 3000, Changing(1)))
    print(run(Code([0, 2, 1, 2, 3]), 3000, Changing(2)))
    print(run(Code([1, 3]), 3000, Changing(3)))
    return 0


def target(driver, args):
    return main, None
