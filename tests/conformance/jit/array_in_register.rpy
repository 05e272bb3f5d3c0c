# jit: yes
"""The list of a frame in a local variable of the interpreter, alive where a guard fails: what compiled code changed in it is there."""
from rpython.rlib.jit import JitDriver, hint


class Frame(object):
    _virtualizable_ = ['count', 'cells[*]']

    def __init__(self):
        self = hint(self, fresh_virtualizable=True, access_directly=True)
        self.count = 0
        self.cells = [0, 0, 0, 0]


driver = JitDriver(greens=['at', 'program'], reds=['left', 'frame'], virtualizables=['frame'])


def run(frame, program, left):
    at = 0
    while at < len(program):
        driver.jit_merge_point(at=at, program=program, left=left, frame=frame)
        op = program[at]
        at += 1
        cells = frame.cells
        if op == 'a':
            frame.count += 1
            cells[0] = cells[0] + frame.count
            if frame.count % 3 == 0:
                cells[1] = cells[1] + cells[0]
            else:
                cells[2] = cells[2] + cells[0]
        elif op == 'x':
            cells[3] = frame.count
            if cells[3] & 4 == 0:
                cells[1] = (cells[1] ^ cells[3]) & 0xffffff
            elif cells[0] > cells[1]:
                cells[0] = cells[3]
        elif op == 'l':
            left -= 1
            if left > 0:
                at = 0
                driver.can_enter_jit(at=at, program=program, left=left, frame=frame)
    return frame.count + frame.cells[0] * 3 + frame.cells[1] * 5 + frame.cells[2] * 7


def entry_point(argv):
    print(run(Frame(), 'al', 3000))
    print(run(Frame(), 'axl', 3000))
    print(run(Frame(), 'xaaxl', 3000))
    return 0


def target(driver, args):
    return entry_point, None
