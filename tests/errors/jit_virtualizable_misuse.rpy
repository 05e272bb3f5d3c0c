# options: --opt=jit
from rpython.rlib.jit import JitDriver

unknown_field = JitDriver(greens=["pc"], reds=["n", "frame"], virtualizables=["frame"])
no_declaration = JitDriver(greens=["pc"], reds=["n", "frame"], virtualizables=["frame"], name="second")
no_instance = JitDriver(greens=["pc"], reds=["n"], virtualizables=["n"], name="third")
no_list = JitDriver(greens=["pc"], reds=["n", "frame"], virtualizables=["frame"], name="fourth")


class Frame(object):
    _virtualizable_ = ["top", "stak[*]"]

    def __init__(self):
        self.top = 0
        self.stack = [0] * 4


class Plain(object):
    def __init__(self):
        self.top = 0


class Scalar(object):
    _virtualizable_ = ["top[*]"]

    def __init__(self):
        self.top = 0


def first(n):
    pc = 0
    frame = Frame()
    while n > 0:
        unknown_field.jit_merge_point(pc=pc, n=n, frame=frame)
        frame.stack[frame.top] = n
        n -= 1
    return n


def second(n):
    pc = 0
    frame = Plain()
    while n > 0:
        no_declaration.jit_merge_point(pc=pc, n=n, frame=frame)
        n -= 1 + frame.top
    return n


def third(n):
    pc = 0
    while n > 0:
        no_instance.jit_merge_point(pc=pc, n=n)
        n -= 1
    return n


def fourth(n):
    pc = 0
    frame = Scalar()
    while n > 0:
        no_list.jit_merge_point(pc=pc, n=n, frame=frame)
        n -= 1 + frame.top
    return n


twice = JitDriver(greens=["pc"], reds=["n", "frame"], virtualizables=["frame", "frame"], name="fifth")


class Right(object):
    _virtualizable_ = ["top"]

    def __init__(self):
        self.top = 0


def fifth(n):
    pc = 0
    frame = Right()
    while n > 0:
        twice.jit_merge_point(pc=pc, n=n, frame=frame)
        n -= 1 + frame.top
    return n


def entry_point(argv):
    n = 10 * len(argv)
    print(first(n) + second(n) + third(n) + fourth(n) + fifth(n))
    return 0


def target(driver, args):
    return entry_point, None
