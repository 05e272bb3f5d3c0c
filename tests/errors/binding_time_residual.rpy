# options: --jit=timeshift
from rpython.rlib.jit import JitDriver, hint

driver = JitDriver(greens=['pc', 'code'], reds=['acc', 'frame'])


class Frame(object):
    def __init__(self):
        self.pc = 0
        self.stack = [0, 3]


class Searched(object):
    letters = 0


searched = Searched()


def next_letter(code, letter):
    for i in range(len(code)):
        searched.letters += 1
        if code[i] == letter:
            return i
    return len(code)


def run(code, acc):
    frame = Frame()
    pc = 0
    while pc < len(code):
        driver.jit_merge_point(pc=pc, code=code, acc=acc, frame=frame)
        acc += 1
        target = next_letter(code, 'x')
        pc = hint(target, concrete=True)
    return acc


def entry_point(argv):
    print(run(argv[0], len(argv)))
    return 0


def target(driver, args):
    return entry_point, None
