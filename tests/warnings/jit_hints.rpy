# options: --opt=jit
"""Hints without effect."""
from rpython.rlib.jit import JitDriver, elidable, enter_portal_frame, hint, leave_portal_frame, oopspec, set_param


class Code(object):
    _immutable_fields_ = ["ops[*]"]

    def __init__(self):
        self.ops = []

    def add(self, op):
        self.ops.append(op)


class Labels(object):
    _immutable_fields_ = ["name", "taget?", "elsewhere"]

    def __init__(self, name, target):
        self.name = name
        self.target = target


class Frame(object):
    _virtualizable_ = ["top"]

    def __init__(self):
        self.top = 0


@elidable
def told(n):
    print(n)
    return n


@oopspec("text.shorter(n)")
def shorter(n):
    return n // 2


driver = JitDriver(greens=["pc", "code"], reds=["n"], name="loop")


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
    set_param(driver, "vec", 1)
    set_param(None, "pureop_historylength", 3)
    labels = Labels("start", len(argv))
    print(labels.name, labels.target)
    print(run(code, shorter(20)) + told(hint(Frame(), access_directly=True).top))
    print(hint(labels, access_directly=True).name)
    print(hint(len(argv), access_directly=True))
    return 0


def target(driver, args):
    return entry_point, None
