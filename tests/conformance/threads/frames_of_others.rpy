# skip-gc: boehm it does not know the stacks of threads
# jit: yes
# skip-llinterp: threads
# Threads interpret a program with a JIT, each with a frame that all others know. They look into it, and change it, when they run.
import time
from rpython.rlib import rgil, rthread
from rpython.rlib.jit import JitDriver, dont_look_inside, virtual_ref, virtual_ref_finish, vref_None

THREADS = 6
ROUNDS = 300


class Number(object):
    def __init__(self, value):
        self.value = value


class Frame(object):
    _virtualizable_ = ['items[*]', 'visits', 'left']

    def __init__(self, number):
        self.items = [Number(0), Number(1000), None]
        self.visits = 0
        self.left = ROUNDS
        self.number = number


class Shared(object):
    def __init__(self):
        self.lock = rthread.allocate_lock()
        self.frames = []
        self.inner = [vref_None] * THREADS
        self.ended = 0
        self.visits = 0
        self.wrong = 0


class World(object):
    shared = None


world = World()

driver = JitDriver(greens=['pc', 'program'], reds=['frame', 'shared'], virtualizables=['frame'])


@dont_look_inside
def visit(shared, number):
    for frame in shared.frames:
        if frame.number != number:
            if frame.items[0].value + frame.items[1].value != 1000 or frame.items[2] is not None:
                shared.wrong += 1
            frame.visits += 1
            shared.visits += 1
    for i in range(THREADS):
        if i != number:
            inner = shared.inner[i]()
            if inner is not None:
                if inner.items[0].value + inner.items[1].value != 1000:
                    shared.wrong += 1
                inner.visits += 1
                shared.visits += 1


@dont_look_inside
def let_others(left):
    if left % 16 == 0:
        time.sleep(0.0001)
    rgil.yield_thread()


def helper(shared, frame):
    # A frame of an inlined call.
    inner = Frame(frame.number)
    ref = virtual_ref(inner)
    shared.inner[frame.number] = ref
    inner.items[0] = Number(frame.left)
    inner.items[1] = Number(1000 - frame.left)
    let_others(frame.left)
    shared.inner[frame.number] = vref_None
    virtual_ref_finish(ref, inner)
    return inner.visits


def interpret(program, frame, shared):
    pc = 0
    while True:
        driver.jit_merge_point(pc=pc, program=program, frame=frame, shared=shared)
        op = program[pc]
        pc += 1
        if op == 'm':
            frame.items[0] = Number(frame.items[0].value + 1)
            frame.items[1] = Number(frame.items[1].value - 1)
        elif op == 'y':
            let_others(frame.left)
        elif op == 'h':
            visits = helper(shared, frame)
            frame.visits += visits
        elif op == 'a':
            pass
        elif op == 'v':
            if frame.left % 37 == frame.number:
                visit(shared, frame.number)
        else:
            frame.left -= 1
            if frame.left == 0:
                return frame.items[0].value
            pc = 0
            driver.can_enter_jit(pc=pc, program=program, frame=frame, shared=shared)


def work():
    shared = world.shared
    with shared.lock:
        frame = Frame(len(shared.frames))
        shared.frames.append(frame)
    result = interpret(['mymhvn', 'hmyvan'][frame.number % 2], frame, shared)
    with shared.lock:
        shared.ended += 1
        if result != [2, 1][frame.number % 2] * ROUNDS:
            shared.wrong += 1


def entry_point(argv):
    world.shared = shared = Shared()
    for i in range(THREADS):
        rthread.start_new_thread(work, ())
    while True:
        with shared.lock:
            if shared.ended == THREADS:
                break
        time.sleep(0.001)
    visits = 0
    for frame in shared.frames:
        visits += frame.visits
    print("%d wrong, some visited: %s, none lost: %s" % (shared.wrong, visits > 0, visits == shared.visits))
    return 0


def target(*args):
    return entry_point, None
