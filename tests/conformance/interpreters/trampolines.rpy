# origin: after published programs
"""Trampolined mutual recursion with bouncing instances, deep guest recursion without the host's stack, dicts of classes."""
from rpython.rlib.objectmodel import instantiate


class Bounce(object):
    def go(self):
        raise NotImplementedError


class Result(Bounce):
    def __init__(self, n):
        self.n = n


class Even(Bounce):
    def __init__(self, n):
        self.n = n

    def go(self):
        if self.n == 0:
            return Result(1)
        return Odd(self.n - 1)


class Odd(Bounce):
    def __init__(self, n):
        self.n = n

    def go(self):
        if self.n == 0:
            return Result(0)
        return Even(self.n - 1)


class Collatz(Bounce):
    def __init__(self, n):
        self.n = n
        self.steps = 0

    def go(self):
        if self.n == 1:
            return Result(self.steps)
        next = KINDS['collatz'](self.n // 2 if self.n % 2 == 0 else 3 * self.n + 1)
        next.steps = self.steps + 1
        return next


class Boom(Bounce):
    def __init__(self, n):
        self.n = n

    def go(self):
        if self.n == 0:
            raise Escape(Result(-1))
        return Boom(self.n - 1)


class Escape(Exception):
    def __init__(self, result):
        self.result = result


KINDS = {'even': Even, 'odd': Odd}
COLLATZ = {'collatz': Collatz}
BOOMS = {'boom': Boom}
KINDS = {'collatz': Collatz}


def trampoline(b):
    count = 0
    while not isinstance(b, Result):
        try:
            b = b.go()
        except Escape as e:
            b = e.result
        count += 1
    return b.n, count


class Task(object):
    def __init__(self, depth):
        self.depth = depth
        self.prev = None
        self.acc = 0
        self.state = 0


def ackermann_like(depth):
    """A guest stack of tasks: each waits for two children."""
    top = Task(depth)
    value = 0
    pushed = 1
    while top is not None:
        if top.depth <= 0:
            value = 1
            top = top.prev
        elif top.state < 2:
            if top.state == 1:
                top.acc += value
            top.state += 1
            child = Task(top.depth - top.state)
            child.prev = top
            top = child
            pushed += 1
        else:
            value = top.acc + value
            top = top.prev
    return value, pushed


def make_visitors():
    table = {}
    for cls in [Even, Odd, Collatz, Boom, Result]:
        def visit(b, cls=cls):
            return cls.__name__.lower() + "!"
        table[cls] = visit
    return table


VISITORS = make_visitors()


def visit(b):
    return VISITORS[b.__class__](b)


def entry_point(argv):
    for b in [Even(1000), Odd(1000), Even(7), Collatz(27), Boom(10), Result(5)]:
        n, count = trampoline(b)
        print(visit(b), n, count)
    for depth in range(0, 15, 3):
        value, pushed = ackermann_like(depth)
        print(depth, value, pushed)
    return 0


def target(driver, args):
    return entry_point
