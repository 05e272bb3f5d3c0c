# jit: yes
"""A loop that calls very many small functions: a trace of it is too long for one piece, and none of the calls is to blame."""
from rpython.rlib.jit import JitDriver, set_param

driver = JitDriver(greens=['pc', 'code'], reds=['n', 'acc'])

ADD, XOR, SHIFT, CALL, LOOP, RETURN = range(6)


class Code(object):
    _immutable_fields_ = ['ops[*]', 'functions[*]']

    def __init__(self, ops, functions):
        self.ops = ops
        self.functions = functions


def run(code, n, acc):
    pc = 0
    while True:
        driver.jit_merge_point(pc=pc, code=code, n=n, acc=acc)
        op = code.ops[pc]
        arg = code.ops[pc + 1]
        pc += 2
        if op == ADD:
            acc = (acc + arg) & 0xffffff
        elif op == XOR:
            acc = acc ^ arg
        elif op == SHIFT:
            acc = (acc >> arg) ^ (n * 1234567 & 0xffffff)
        elif op == CALL:
            acc = run(code.functions[arg], n, acc)
        elif op == RETURN:
            return acc
        else:
            n -= 1
            if n == 0:
                return acc
            pc = 0
            driver.can_enter_jit(pc=pc, code=code, n=n, acc=acc)


def entry_point(argv):
    set_param(driver, 'threshold', 30)
    set_param(driver, 'function_threshold', 150)
    set_param(driver, 'trace_eagerness', 20)
    set_param(driver, 'trace_limit', 700)
    functions = []
    for i in range(200):
        functions.append(Code([ADD, i, XOR, i * 7 & 255, SHIFT, i % 5 + 1, ADD, i % 3, RETURN, 0], []))
    ops = []
    for i in range(200):
        ops.append(CALL)
        ops.append(i)
    print(run(Code(ops + [LOOP, 0], functions[:]), 200, 0))
    return 0


def target(driver, args):
    return entry_point
