# jit: yes
"""A function that calls itself, from within a frame object of its own: called at first, then inlined in itself."""
from rpython.rlib.jit import JitDriver, hint, set_param


class Frame(object):
    _virtualizable_ = ["argument", "total"]

    def __init__(self, argument):
        self = hint(self, access_directly=True, fresh_virtualizable=True)
        self.argument = argument
        self.total = 0


def where(pc, code):
    return "pc %d" % pc


driver = JitDriver(greens=["pc", "code"], reds=["frame"], virtualizables=["frame"], is_recursive=True, get_printable_location=where)


def run(code, frame):
    frame = hint(frame, access_directly=True)
    pc = 0
    while True:
        driver.jit_merge_point(pc=pc, code=code, frame=frame)
        op = code[pc]
        pc += 1
        if op == "?":
            if frame.argument < 2:
                return frame.argument
        elif op == "-":
            frame.argument -= 1
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
    for i in range(2000):
        total += run("?-c-cr", Frame(i & 1))
    for i in range(8):
        total += run("?-c-cr", Frame(19))
    print(total)
    return 0


def target(driver, args):
    return main, None


if __name__ == "__main__":
    import sys
    main(sys.argv)
