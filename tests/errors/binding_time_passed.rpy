# options: --jit=timeshift
from rpython.rlib.jit import JitDriver, hint

driver = JitDriver(greens=['pc', 'code'], reds=['acc', 'frame'])


class Frame(object):
    def __init__(self):
        self.pc = 0
        self.stack = [0, 3]


def skip(pc, n):
    return pc + hint(n, concrete=True)


def run(code, acc):
    frame = Frame()
    pc = 0
    while pc < len(code):
        driver.jit_merge_point(pc=pc, code=code, acc=acc, frame=frame)
        acc = acc * 2
        pc = skip(pc, acc)
    return acc


def entry_point(argv):
    print(run(argv[0], len(argv)))
    return 0


def target(driver, args):
    return entry_point, None
