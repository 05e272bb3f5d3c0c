# jit: yes
"""Operations of an interpreter that choose between values: the least, the greatest, the distance, the sign, with random numbers. Each
is a test that holds as often as not, and none of them needs two ways."""
from rpython.rlib.jit import JitDriver

driver = JitDriver(greens=['pc', 'code'], reds=['n', 'a', 'b', 'x', 'flags'])

LEAST, GREATEST, DISTANCE, SIGN, SWAP, BETWEEN, EITHER, NEXT, LOOP = range(9)


class Flags(object):
    def __init__(self):
        self.below = False
        self.inside = False
        self.count = 0


def least(a, b):
    if a < b:
        return a
    return b


def run(code, n):
    pc = 0
    a = 0
    b = 0
    x = 123456789
    flags = Flags()
    while True:
        driver.jit_merge_point(pc=pc, code=code, n=n, a=a, b=b, x=x, flags=flags)
        op = ord(code[pc])
        arg = ord(code[pc + 1])
        pc += 2
        if op == LEAST:
            a = least(a, (x >> arg) & 0xfff)
        elif op == GREATEST:
            other = (x >> arg) & 0xfff
            if a < other:
                a = other
        elif op == DISTANCE:
            a = a - ((x >> arg) & 0xfff)
            if a < 0:
                a = -a
        elif op == SIGN:
            sign = 1
            if b < a:
                sign = -1
            b += sign * arg
        elif op == SWAP:
            a, b = b & 0xfff, a
        elif op == BETWEEN:
            flags.inside = arg < (x & 0xff) and (x & 0xff) < 2 * arg
            flags.below = flags.inside or a < b
        elif op == EITHER:
            either = flags.inside and not flags.below
            if either or (x >> arg) & 1 == 0:
                flags.count += 1
        elif op == NEXT:
            x = (x * 1103515245 + 12345) & 0x7fffffff
        else:
            n -= 1
            if n == 0:
                return a + 3 * b + 5 * flags.count
            pc = 0
            driver.can_enter_jit(pc=pc, code=code, n=n, a=a, b=b, x=x, flags=flags)


def entry_point(argv):
    rounds = 60000
    if len(argv) > 1:
        rounds = int(argv[1])
    ops = [NEXT, 0, GREATEST, 7, DISTANCE, 11, BETWEEN, 90, SIGN, 3, LEAST, 15, EITHER, 9, SWAP, 0, GREATEST, 14, SIGN, 1,
           DISTANCE, 13, EITHER, 17, LOOP, 0]
    print(run(''.join([chr(c) for c in ops]), rounds))
    return 0


def target(driver, args):
    return entry_point
