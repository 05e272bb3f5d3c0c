# options: --opt=jit
"""Hints without effect."""
from rpython.rlib.jit import JitDriver, enter_portal_frame, leave_portal_frame


class Code(object):
    _immutable_fields_ = ["ops[*]"]

    def __init__(self):
        self.ops = []

    def add(self, op):
        self.ops.append(op)


def location(pc, code):
    return ("file", 1, "name", pc, "op")


def unique(pc, code):
    return pc


def unroll(pc, code):
    return False


driver = JitDriver(greens=["pc", "code"], reds=["n"], name="loop", get_location=location, get_unique_id=unique,
                   should_unroll_one_iteration=unroll)


def run(code, n):
    pc = 0
    enter_portal_frame(0)
    while n > 0:
        driver.jit_merge_point(pc=pc, code=code, n=n)
        n -= code.ops[pc]
        pc += 1
        if pc == len(code.ops):
            pc = 0
            driver.can_enter_jit(pc=pc, code=code, n=n)
    leave_portal_frame(0)
    return n


def entry_point(argv):
    code = Code()
    code.add(1)
    code.add(2)
    print(run(code, 10))
    return 0


def target(driver, args):
    return entry_point, None
