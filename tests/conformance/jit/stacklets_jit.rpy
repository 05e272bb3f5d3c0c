# skip-gc: boehm it has no stacklets
# jit: yes
# skip-llinterp: stacks of its own
"""An interpreter with a JIT whose programs run on several stacks and switch in the middle of compiled loops."""
from rpython.rlib import jit
from rpython.rlib.rstacklet import StackletThread

driver = jit.JitDriver(greens=["pc", "code"], reds=["frame"])


class W_Int(object):
    _immutable_ = True

    def __init__(self, n):
        self.n = n


class Frame(object):
    def __init__(self, fiber, n):
        self.fiber = fiber
        self.counter = W_Int(n)
        self.total = W_Int(0)


class Fiber(object):
    def __init__(self, world, code, n):
        self.world = world
        self.code = code
        self.n = n
        self.handle = None
        self.caller = None
        self.result = 0
        self.passed = W_Int(0)


class World(object):
    def __init__(self):
        self.thread = StackletThread(None)
        self.starting = None


world = World()


def fiber_callback(h, arg):
    self = world.starting
    self.caller = h
    self.result = run(self.code, Frame(self, self.n))
    return self.caller


@jit.dont_look_inside
def resume(fiber):
    if fiber.handle is None:
        world.starting = fiber
        fiber.handle = world.thread.new(fiber_callback)
    elif not world.thread.is_empty_handle(fiber.handle):
        fiber.handle = world.thread.switch(fiber.handle)
    return fiber.passed


@jit.dont_look_inside
def give(fiber, w_value):
    fiber.passed = w_value
    fiber.caller = world.thread.switch(fiber.caller)


def run(code, frame):
    pc = 0
    while True:
        driver.jit_merge_point(pc=pc, code=code, frame=frame)
        op = code[pc]
        pc += 1
        if op == "+":
            frame.total = W_Int(frame.total.n + frame.counter.n)
        elif op == "-":
            frame.counter = W_Int(frame.counter.n - 1)
        elif op == "y":
            give(frame.fiber, frame.total)
        elif op == "r":
            frame.total = W_Int(frame.total.n + resume(frame.fiber).n % 7)
        elif op == "j":
            if frame.counter.n > 0:
                pc = 0
                driver.can_enter_jit(pc=pc, code=code, frame=frame)
        else:
            return frame.total.n


def entry_point(argv):
    print(run("+-j.", Frame(None, 3000)))
    for code in ["+-yj.", "+-j.", "+-+yyj."]:
        inner = Fiber(world, code, 500)
        print(run("+r-j.", Frame(inner, 2500)))
        print(inner.result, inner.passed.n)
    print(run("+-j.", Frame(None, 3000)))
    return 0


def target(driver, args):
    return entry_point
