# jit: yes
"""A run of about a millisecond, with the JIT's own parameters: few rounds are interpreted, many are compiled soon. With the
argument `report` it tells."""
from rpython.rlib import jit_hooks
from rpython.rlib.jit import Counters, JitDriver

driver = JitDriver(greens=['pc', 'code'], reds=['left', 'sum'])


def run(code, rounds):
    pc = 0
    left = rounds
    sum = 0
    while left > 0:
        driver.jit_merge_point(pc=pc, code=code, left=left, sum=sum)
        op = code[pc]
        pc += 1
        if op == '+':
            sum += left
        elif op == '^':
            sum ^= left >> 1
        else:
            left -= 1
            pc = 0
            driver.can_enter_jit(pc=pc, code=code, left=left, sum=sum)
    return sum


def compiled():
    return jit_hooks.stats_get_counter_value(None, Counters.TOTAL_COMPILED_LOOPS)


def entry_point(argv):
    report = len(argv) > 1
    for rounds in [150, 6000]:
        print('%d rounds: %d' % (rounds, run('+^.', rounds)))
        if report:
            print('%d compiled' % compiled())
    return 0


def target(driver, args):
    return entry_point, None
