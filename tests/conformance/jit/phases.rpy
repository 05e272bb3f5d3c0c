# jit: yes
"""A loop whose ways multiply at first, and of which one dominates later: its tests hold by chance in the first phase, and always in
the second one. A trace of one way inlines the functions that the loop calls; where ways join they are called."""
from rpython.rlib.jit import JitDriver

driver = JitDriver(greens=['pc', 'code'], reds=['n', 'x', 'bits', 'acc'])

BIT, ADD, XOR, CALL, NEXT, LOOP, RETURN = range(7)


class Code(object):
    _immutable_fields_ = ['ops', 'called']

    def __init__(self, ops, called):
        self.ops = ops
        self.called = called


class Number(object):
    _immutable_fields_ = ['value']

    def __init__(self, value):
        self.value = value


def run(code, n, x, bits, acc):
    pc = 0
    while True:
        driver.jit_merge_point(pc=pc, code=code, n=n, x=x, bits=bits, acc=acc)
        op = ord(code.ops[pc])
        arg = ord(code.ops[pc + 1])
        pc += 2
        if op == BIT:
            if (x >> arg) & 1 == 0:
                pc += 2
        elif op == ADD:
            acc = Number((acc.value + arg) & 0xffffff)
        elif op == XOR:
            acc = Number(acc.value ^ arg)
        elif op == CALL:
            acc = run(code.called, n, x, bits, acc)
        elif op == NEXT:
            x = ((x * 1103515245 + 12345) & 0x7fffffff) | bits
        elif op == RETURN:
            return acc
        else:
            n -= 1
            if n == 0:
                return acc
            pc = 0
            driver.can_enter_jit(pc=pc, code=code, n=n, x=x, bits=bits, acc=acc)


def program():
    function = Code(chr(ADD) + chr(3) + chr(XOR) + chr(5) + chr(RETURN) + chr(0), None)
    ops = chr(NEXT) + chr(0)
    for i in range(8):
        ops += chr(BIT) + chr(8 + 2 * i) + chr([ADD, CALL][i % 2]) + chr(3 * i + 1)
        ops += chr(XOR) + chr(i)
    return Code(ops + chr(LOOP) + chr(0), function)


def entry_point(argv):
    rounds = 200000
    phases = 2
    if len(argv) > 2:
        rounds = int(argv[1])
        phases = int(argv[2])
    code = program()
    acc = Number(0)
    for i in range(phases):
        bits = 0
        if i % 2 == 1:
            bits = 0x7fffff00
        acc = run(code, rounds, 123456789, bits, acc)
    print(acc.value)
    return 0


def target(driver, args):
    return entry_point
