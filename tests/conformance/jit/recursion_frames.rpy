# jit: yes
"""A function that calls itself twice, in frames of many cells that no hint is about: they are made for the trace only, as long as it
comes to the end of the calls."""
from rpython.rlib.jit import JitDriver, promote, set_param


class Box(object):
    _immutable_fields_ = ["value"]

    def __init__(self, value):
        self.value = value


NOTHING = Box(-1)


class Frame(object):
    _immutable_fields_ = ["cells", "caller"]

    def __init__(self, caller, argument):
        self.caller = caller
        self.cells = [NOTHING] * 8
        self.cells[0] = argument
        self.top = 1

    def push(self, value):
        top = promote(self.top)
        self.cells[top] = value
        self.top = top + 1

    def pop(self):
        top = promote(self.top) - 1
        value = self.cells[top]
        self.cells[top] = NOTHING
        self.top = top
        return value


def where(pc, code):
    return "%s %d" % (code, pc)


driver = JitDriver(greens=["pc", "code"], reds=["frame"], is_recursive=True, get_printable_location=where)


def run(code, frame):
    pc = 0
    while True:
        driver.jit_merge_point(pc=pc, code=code, frame=frame)
        op = code[pc]
        pc += 1
        if op == "n":
            frame.push(frame.cells[0])
        elif op == "1":
            frame.push(Box(1))
        elif op == "-":
            right = frame.pop()
            frame.push(Box(frame.pop().value - right.value))
        elif op == "+":
            right = frame.pop()
            frame.push(Box(frame.pop().value + right.value))
        elif op == "?":
            if frame.pop().value <= 0:
                return frame.cells[0]
        elif op == "c":
            frame.push(run(code, Frame(frame, frame.pop())))
        elif op == ".":
            frame.pop()
        elif op == "d":
            # How deep is it?
            depth = 0
            caller = frame.caller
            while caller is not None:
                depth += 1
                caller = caller.caller
            frame.push(Box(depth))
        elif op == "j":
            pc = 0
            driver.can_enter_jit(pc=pc, code=code, frame=frame)
        else:
            return frame.pop()


def main(argv):
    set_param(driver, "unroll_threshold", 3000)
    total = 0
    # A call tells nothing but its argument.
    for i in range(120):
        total += run("n?n1-c.n1-c.nrj", Frame(None, Box(7))).value
    print(total)
    # One looks at its callers.
    for i in range(12):
        total += run("n?n1-cn1-c+d+rj", Frame(None, Box(8))).value
    print(total)
    return 0


def target(driver, args):
    return main, None


if __name__ == "__main__":
    import sys
    main(sys.argv)
