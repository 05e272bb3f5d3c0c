# jit: yes
# oracle: stored
# skip-llinterp: recursion that only the C stack holds
"""Recursion of the interpreted program through compiled code: deep, and too deep."""
from rpython.rlib.jit import JitDriver, set_param

driver = JitDriver(greens=['pc', 'code'], reds=['n', 'codes', 'acc'])


def run(code, n, codes):
    pc = 0
    acc = 0
    while pc < len(code):
        driver.jit_merge_point(pc=pc, code=code, n=n, codes=codes, acc=acc)
        op = code[pc]
        if op == 'c':
            if n > 0:
                acc += run(codes[(n + 1) % len(codes)], n - 1, codes)
        elif op == '+':
            acc += 1
        elif op == 'b':
            if acc < 0:
                pc = 0
                driver.can_enter_jit(pc=pc, code=code, n=n, codes=codes, acc=acc)
                continue
        pc += 1
    return acc


def entry_point(argv):
    codes = ['+cb', 'c+b', '+c']
    for k in range(3):
        for depth in [10, 1000, 8000, 5000000]:
            try:
                print("%d: %d" % (depth, run('c+', depth, codes)))
            except RuntimeError:
                print("%d: too deep" % depth)
        set_param(driver, 'function_threshold', 3)
    return 0


def target(driver, args):
    return entry_point
