# jit: yes
"""Who may still look at a frame when the portal has been left, or while a call runs: the same small machine, with owners that
keep the frame in different ways. What compiled code leaves in the frame must be what they see."""
from rpython.rlib.jit import JitDriver, dont_look_inside, hint

STEPS = 60


class Frame(object):
    _virtualizable_ = ['count', 'cells[*]']

    def __init__(self, size):
        self = hint(self, fresh_virtualizable=True, access_directly=True)
        self.count = 0
        self.cells = [0] * size


class GuestError(Exception):
    pass


def no_glance():
    return 0


def machine(frame_class, visit, result, glance=no_glance):
    """An interpreter with its own jitdriver. Programs are texts: i counts, a adds, v calls visit, g glance, r calls again, l goes back, x raises."""
    driver = JitDriver(greens=['at', 'program'], reds=['left', 'frame'], virtualizables=['frame'])

    def run(frame, program, left):
        at = 0
        while at < len(program):
            driver.jit_merge_point(at=at, program=program, left=left, frame=frame)
            op = program[at]
            at += 1
            if op == 'i':
                frame.count += 1
            elif op == 'a':
                frame.cells[0] += frame.count
                frame.cells[1] = frame.cells[0] - 1
            elif op == 'v':
                visit(frame)
            elif op == 'g':
                frame.cells[1] += glance()
            elif op == 'r':
                if left > 0 and left % 7 == 0:
                    inner = frame_class(2)
                    inner.count = left
                    frame.cells[1] += run(inner, 'ia', 0)
            elif op == 'x':
                if left == 3:
                    raise GuestError()
            elif op == 'l':
                left -= 1
                if left > 0:
                    at = 0
                    driver.can_enter_jit(at=at, program=program, left=left, frame=frame)
        return result(frame)
    return run


def no_visit(frame):
    pass


def sum_of(frame):
    return frame.count * 1000 + frame.cells[0] + frame.cells[1]


def nothing(frame):
    return 7


# 1. Nobody keeps it.
class Lone(Frame):
    pass


run_lone = machine(Lone, no_visit, sum_of)


# 2. The caller looks at it afterwards.
class Seen(Frame):
    pass


run_seen = machine(Seen, no_visit, nothing)


# 3. It is the result.
class Given(Frame):
    pass


def given_machine():
    driver = JitDriver(greens=['at', 'program'], reds=['left', 'frame'], virtualizables=['frame'])

    def run(frame, program, left):
        at = 0
        while at < len(program):
            driver.jit_merge_point(at=at, program=program, left=left, frame=frame)
            op = program[at]
            at += 1
            if op == 'i':
                frame.count += 1
            elif op == 'a':
                frame.cells[0] += frame.count
            elif op == 'l':
                left -= 1
                if left > 0:
                    at = 0
                    driver.can_enter_jit(at=at, program=program, left=left, frame=frame)
        return frame
    return run


run_given = given_machine()


# 4. A visitor that is given it reads it, and writes it.
class Visited(Frame):
    pass


@dont_look_inside
def visit(frame):
    if frame.count % 11 == 3:
        frame.cells[1] += 100 + frame.cells[0]
        frame.count += 2


run_visited = machine(Visited, visit, sum_of)


# 5. A visitor stores it, another one finds it there.
class Stored(Frame):
    pass


class Store(object):
    def __init__(self):
        self.frame = None
        self.total = 0


store = Store()


@dont_look_inside
def keep(frame):
    if store.frame is not None:
        store.total += store.frame.count + store.frame.cells[0]
    store.frame = frame


run_stored = machine(Stored, keep, nothing)


# 6. It is stored before, and looked at by a function that is given nothing.
class Hidden(Frame):
    pass


class Corner(object):
    def __init__(self):
        self.frame = None


corner = Corner()


@dont_look_inside
def look():
    frame = corner.frame
    if frame is None:
        return 0
    frame.cells[0] += 5
    return frame.count + frame.cells[0] % 10


run_hidden = machine(Hidden, no_visit, sum_of, look)


# 7. The caller's caller looks at it, after an exception as well.
class Failed(Frame):
    pass


run_failed = machine(Failed, no_visit, nothing)


def middle(frame, program):
    return run_failed(frame, program, STEPS)


def outer(program):
    frame = Failed(2)
    try:
        middle(frame, program)
    except GuestError:
        return -sum_of(frame)
    return sum_of(frame)


# 8. It is run twice, in a loop that keeps it in a variable; and two frames in turn.
class Again(Frame):
    pass


run_again = machine(Again, no_visit, nothing)


def twice():
    frame = Again(2)
    total = 0
    for _ in range(3):
        total += run_again(frame, 'ial', 40)
    return total * 10 + frame.count + frame.cells[0]


def turns():
    one = Again(2)
    other = Again(2)
    for _ in range(4):
        run_again(one, 'ial', 30)
        one, other = other, one
    return one.count * 100 + other.cells[1]


# 9. A visitor of one frame compares it with the frame that it was given first.
class Compared(Frame):
    pass


@dont_look_inside
def same(frame, other):
    return frame is other


def pick(frame, other, n):
    if n % 2 == 0:
        return frame
    return other


@dont_look_inside
def peek(frame):
    return frame.count + frame.cells[0]


def two_frames():
    driver = JitDriver(greens=['at', 'program'], reds=['left', 'frame', 'other'], virtualizables=['frame'])

    def run(frame, other, program, left):
        at = 0
        while at < len(program):
            driver.jit_merge_point(at=at, program=program, left=left, frame=frame, other=other)
            op = program[at]
            at += 1
            if op == 'i':
                frame.count += 1
            elif op == 'o':
                other.count += 3
            elif op == 'p':
                frame.cells[0] += peek(pick(frame, other, left)) % 1000
            elif op == 's':
                frame.cells[1] += int(same(frame, pick(frame, other, left)))
            elif op == 'l':
                left -= 1
                if left > 0:
                    at = 0
                    driver.can_enter_jit(at=at, program=program, left=left, frame=frame, other=other)
        return sum_of(frame) + other.count
    return run


run_two = two_frames()


def entry_point(argv):
    for _ in range(3):
        print(run_lone(Lone(2), 'iaxl', 2) + run_lone(Lone(2), 'ial', STEPS))
        frame = Seen(3)
        print(run_seen(frame, 'iarl', STEPS) + sum_of(frame) + frame.cells[2])
        print(sum_of(run_given(Given(2), 'ial', STEPS)))
        print(run_visited(Visited(2), 'iavrl', STEPS))
        run_stored(Stored(2), 'iavl', STEPS)
        last = store.frame
        assert last is not None
        print(store.total, last.count, last.cells[1])
        hidden = Hidden(2)
        corner.frame = hidden
        print(run_hidden(hidden, 'iagl', STEPS))
        print(outer('ial'), outer('iaxl'))
        print(twice(), turns())
        one = Compared(2)
        print(run_two(one, Compared(2), 'iopsl', STEPS), run_two(one, one, 'iopsl', STEPS))
    return 0


def target(driver, args):
    return entry_point, None
