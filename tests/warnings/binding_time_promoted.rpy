# options: --jit=timeshift
from rpython.rlib.jit import JitDriver

driver = JitDriver(greens=['pc', 'code'], reds=['depth', 'calls', 'total'])


class Calls(object):
    def __init__(self):
        self.returns = []


def run(code, total):
    """c: calls the program's start anew, r: returns, +: counts"""
    pc = 0
    depth = 0
    calls = Calls()
    while pc < len(code):
        driver.jit_merge_point(pc=pc, code=code, depth=depth, calls=calls, total=total)
        op = code[pc]
        pc += 1
        if op == 'c' and depth < 5:
            calls.returns.append(pc)
            depth += 1
            pc = 0
        elif op == 'r' and depth > 0:
            depth -= 1
            pc = calls.returns.pop()
        elif op == '+':
            total += 1
    return total


def entry_point(argv):
    print(run("++c+r+", len(argv)))
    return 0


def target(driver, args):
    return entry_point, None
