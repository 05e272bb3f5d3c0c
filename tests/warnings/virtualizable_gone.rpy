# options: --opt=jit
# A name in _virtualizable_ that no attribute is like: RPython goes past it.
from rpython.rlib.jit import JitDriver

driver = JitDriver(greens=["code", "pc"], reds=["frame"], virtualizables=["frame"])


class Frame(object):
    _virtualizable_ = ["count", "generator", "slots[*]"]

    def __init__(self, n):
        self.count = n
        self.slots = [0] * 3


def run(code, frame):
    pc = 0
    while True:
        driver.jit_merge_point(code=code, pc=pc, frame=frame)
        op = code[pc]
        pc += 1
        if op == "+":
            frame.slots[1] += frame.count
        elif op == "-":
            frame.count -= 1
        elif op == "j":
            if frame.count > 0:
                pc = 0
                driver.can_enter_jit(code=code, pc=pc, frame=frame)
        else:
            return frame.slots[1]


def entry_point(argv):
    print(run("+-j.", Frame(2000 + len(argv))))
    return 0


def target(driver, args):
    return entry_point, None
