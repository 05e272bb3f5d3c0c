# jit: yes
"""Eight branches a round, each of which is taken every second time; with a number and with an object in the accumulator."""
from rpython.rlib.jit import JitDriver

driver = JitDriver(greens=['pc', 'code'], reds=['acc', 'x', 'n', 'box'])

BIT, ADD, XOR, NEXT, LOOP, BOX, UNBOX = range(7)


class Box(object):
    def __init__(self, value):
        self.value = value


def run(code, n):
    pc = 0
    acc = 0
    x = 123456789
    box = Box(0)
    while True:
        driver.jit_merge_point(pc=pc, code=code, acc=acc, x=x, n=n, box=box)
        op = ord(code[pc])
        arg = ord(code[pc + 1])
        pc += 2
        if op == BIT:
            if (x >> arg) & 1 == 0:
                pc += 2
        elif op == ADD:
            acc = (acc + arg) & 0xffffff
        elif op == XOR:
            acc = acc ^ arg
        elif op == BOX:
            box = Box(acc + arg)
        elif op == UNBOX:
            acc = (acc + box.value) & 0xffffff
        elif op == NEXT:
            x = (x * 1103515245 + 12345) & 0x7fffffff
        else:
            n -= 1
            if n == 0:
                return acc
            pc = 0
            driver.can_enter_jit(pc=pc, code=code, acc=acc, x=x, n=n, box=box)


def program(ops):
    code = chr(NEXT) + chr(0)
    for i in range(8):
        code += chr(BIT) + chr(8 + 2 * i) + chr(ops[i % len(ops)]) + chr(3 * i + 1)
    return code + chr(LOOP) + chr(0)


def entry_point(argv):
    print(run(program([ADD, XOR]), 60000))
    print(run(program([BOX, ADD, UNBOX]), 60000))
    return 0


def target(driver, args):
    return entry_point
