# jit: yes
"""Two functions that call themselves twice at most: where the first calls itself follows from its argument; the second walks by bits."""
from rpython.rlib.jit import JitDriver, hint, set_param

LEVEL = 1 << 20


class Frame(object):
    _virtualizable_ = ["argument", "total"]

    def __init__(self, argument):
        self = hint(self, access_directly=True, fresh_virtualizable=True)
        self.argument = argument
        self.total = 0


def where(pc, code):
    return "%s %d" % (code, pc)


driver = JitDriver(greens=["pc", "code"], reds=["frame"], virtualizables=["frame"], is_recursive=True, get_printable_location=where)


def run(code, frame):
    frame = hint(frame, access_directly=True)
    pc = 0
    while True:
        driver.jit_merge_point(pc=pc, code=code, frame=frame)
        op = code[pc]
        pc += 1
        if op == "?":
            if frame.argument < LEVEL:
                return 1
        elif op == "-":
            frame.argument -= LEVEL
        elif op == ">":
            # The levels stay, the bits move on.
            bits = frame.argument & LEVEL - 1
            frame.argument = frame.argument - bits + (bits >> 1)
        elif op == "b":
            if frame.argument & 1:
                pc += 1
        elif op == "+":
            frame.total += 1
        elif op == "c":
            frame.total += run(code, Frame(frame.argument))
        elif op == "j":
            pc = 0
            driver.can_enter_jit(pc=pc, code=code, frame=frame)
        else:
            return frame.total


def main(argv):
    set_param(driver, "unroll_threshold", 3000)
    total = 0
    for i in range(6000):
        total += run("?-ccr", Frame((i & 3) * LEVEL))
    for i in range(12):
        total += run("?-ccr", Frame(12 * LEVEL))
    bits = 1
    for i in range(6000):
        bits = (bits * 77 + 12345) & LEVEL - 1
        total += run("?-b+>cr", Frame(12 * LEVEL + (bits >> 3)))
    print(total)
    return 0


def target(driver, args):
    return main, None


if __name__ == "__main__":
    import sys
    main(sys.argv)
