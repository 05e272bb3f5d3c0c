# jit: yes
# One list in two frames: it is not known by the field that it was read from, so its items stay in memory.
from rpython.rlib.jit import JitDriver, dont_look_inside

driver = JitDriver(greens=["text", "pc"], reds=["n", "frame", "other"], virtualizables=["frame"])


class Frame(object):
    _virtualizable_ = ["items[*]"]

    def __init__(self, items):
        self.items = items


def interpret(text, n, frame, other):
    pc = 0
    while True:
        driver.jit_merge_point(text=text, pc=pc, n=n, frame=frame, other=other)
        op = text[pc]
        pc += 1
        if op == "+":
            frame.items[0] += n
        elif op == "o":
            other.items[1] += other.items[0]
        elif op == ".":
            n -= 1
            if n == 0:
                return frame.items[1] % 100007
            frame.items[1] %= 100007
            pc = 0
            driver.can_enter_jit(text=text, pc=pc, n=n, frame=frame, other=other)


def entry_point(argv):
    items = [1, len(argv)]
    print(interpret("+o.", 3000, Frame(items), Frame(items)))
    return 0


def target(driver, args):
    return entry_point, None
