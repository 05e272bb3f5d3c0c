# options: --opt=jit
"""Functions with loops between an instruction that calls and the merge point of the callee."""
from rpython.rlib.jit import JitDriver, unroll_safe

driver = JitDriver(greens=['pc', 'code'], reds=['n', 'args'])


class Again(Exception):
    pass


def arguments(code, items, n):
    """Its loop has as many rounds as a value of the guest program says."""
    args = []
    while n > 0:
        n -= 1
        args.append(items[n % len(items)])
    return run(code, args)


@unroll_safe
def marked(code, items, n):
    args = []
    while n > 0:
        n -= 1
        args.append(items[n % len(items)])
    return run(code, args)


def retry(code, args):
    """It tries again."""
    while True:
        try:
            return run(code, args)
        except Again:
            args = [args[0] + 1]


def every(code, items):
    """It calls in each round: there is nothing to be done."""
    n = 0
    for item in items:
        n += run(code, [item])
    return n


def fixed(code, items):
    """It always has three rounds."""
    args = []
    for i in range(3):
        args.append(items[i % len(items)])
    return run(code, args)


def long_one(items):
    """It calls nothing of the guest program."""
    n = 0
    for item in items:
        n += item
    return n


def run(code, args):
    pc = 0
    n = 0
    while True:
        driver.jit_merge_point(pc=pc, code=code, n=n, args=args)
        op = code[pc]
        pc += 1
        if op == 'a':
            n += arguments('ls', args, n & 3)
        elif op == 'm':
            n += marked('ls', args, n & 3)
        elif op == 'r':
            n += retry('l', args)
        elif op == 'e':
            n += every('ls', args)
        elif op == 'f':
            n += fixed('ls', args)
        elif op == 'l':
            n += long_one(args)
        elif op == 'x':
            raise Again
        elif op == 'j':
            if n > 1000:
                return n
            pc = 0
            driver.can_enter_jit(pc=pc, code=code, n=n, args=args)
        else:
            return n


def entry_point(argv):
    print(run('amreflj', [1, 2, len(argv)]))
    return 0


def target(driver, args):
    return entry_point, None
