# origin: after published programs
# Algebraic effects: the stack is a chain of frames on the heap, `perform` takes a slice of it off, a handler resumes it never,
# once or several times.
class Value(object):
    pass


class Int(Value):
    def __init__(self, n):
        self.n = n


class Resume(Value):
    def __init__(self, frames, handler):
        self.frames = frames
        self.handler = handler


class Frame(object):
    """What goes on with a value: gives a value, or pushes more on the machine."""

    def go(self, machine, v):
        raise NotImplementedError


class Handler(Frame):
    def __init__(self, clauses, finish):
        self.clauses = clauses
        self.finish = finish

    def go(self, machine, v):
        return self.finish(v)


class Then(Frame):
    def __init__(self, f):
        self.f = f

    def go(self, machine, v):
        return self.f(machine, v)


class Unhandled(Exception):
    def __init__(self, name):
        self.name = name


class Performed(Exception):
    """An operation leaves the function that performs it."""

    def __init__(self, name, arg):
        self.name = name
        self.arg = arg


class Machine(object):
    def __init__(self):
        self.frames = []
        self.steps = 0

    def push(self, f):
        self.frames.append(Then(f))

    def run(self, v):
        while self.frames:
            self.steps += 1
            frame = self.frames.pop()
            try:
                v = frame.go(self, v)
            except Performed as p:
                v = self.handle(p.name, p.arg)
        return v

    def handle(self, name, arg):
        i = len(self.frames) - 1
        while i >= 0:
            h = self.frames[i]
            if isinstance(h, Handler) and name in h.clauses:
                captured = self.frames[i:]
                del self.frames[i:]
                return h.clauses[name](self, arg, Resume(captured, h))
            i -= 1
        raise Unhandled(name)

    def resume(self, k, v):
        for f in k.frames:
            self.frames.append(f)
        return v


def identity(v):
    return v


# a counter as an effect

def body(machine, v):
    machine.push(lambda m, v: perform_get(m))
    return v


def perform_get(m):
    m.push(lambda m, v: perform_put(m, num(v) + 5))
    raise Performed('get', Int(0))


def perform_put(m, n):
    m.push(lambda m, v: Int(num(v) * 2))
    m.push(lambda m, v: last_get())
    raise Performed('put', Int(n))


def last_get():
    raise Performed('get', Int(0))


def num(v):
    assert isinstance(v, Int)
    return v.n


class State(object):
    def __init__(self, n):
        self.n = n
        self.log = []

    def get(self, machine, arg, k):
        self.log.append('get %d' % self.n)
        return machine.resume(k, Int(self.n))

    def put(self, machine, arg, k):
        self.n = num(arg)
        self.log.append('put %d' % self.n)
        return machine.resume(k, arg)


# choices: the rest of the program runs once for each

class Choices(object):
    def __init__(self):
        self.results = []
        self.pending = []

    def choose(self, machine, arg, k):
        n = num(arg)
        for i in range(n - 1, 0, -1):
            self.pending.append((k, i))
        return machine.resume(k, Int(0))

    def finish(self, v):
        self.results.append(num(v))
        return v

    def more(self, machine):
        while self.pending:
            k, i = self.pending.pop()
            machine.frames = []
            machine.run(machine.resume(k, Int(i)))


def two_choices(machine, v):
    def second(m, a):
        def sum_up(m, b):
            if num(a) == 1 and num(b) == 1:
                raise Performed('fail', Int(0))
            return Int(num(a) * 10 + num(b))
        m.push(sum_up)
        raise Performed('choose', Int(3))
    machine.push(second)
    raise Performed('choose', Int(2))


def failed(machine, arg, k):
    return Int(-1)


def entry_point(argv):
    m = Machine()
    s = State(10)
    m.frames.append(Handler({'get': s.get, 'put': s.put}, identity))
    m.push(body)
    print(num(m.run(Int(0))), s.n, s.log, m.steps)
    m = Machine()
    c = Choices()
    m.frames.append(Handler({'choose': c.choose, 'fail': failed}, c.finish))
    m.push(two_choices)
    print(num(m.run(Int(0))), c.results)
    c.more(m)
    print(c.results, m.steps)
    m = Machine()
    m.frames.append(Handler({'other': failed}, identity))
    m.push(body)
    try:
        m.run(Int(0))
    except Unhandled as e:
        print('unhandled', e.name, len(m.frames))
    m = Machine()
    m.frames.append(Handler({'get': lambda machine, arg, k: Int(99), 'fail': failed}, lambda v: Int(num(v) + 1)))
    m.push(body)
    print(num(m.run(Int(0))))
    return 0


def target(driver, args):
    return entry_point, None
