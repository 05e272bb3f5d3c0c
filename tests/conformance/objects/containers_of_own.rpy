"""Container classes of the program: items, slices, membership, iteration, calls, contexts."""


class Stack(object):
    def __init__(self):
        self.items = []

    def push(self, x):
        self.items.append(x)
        return self

    def __len__(self):
        return len(self.items)

    def __getitem__(self, i):
        return self.items[i]

    def __setitem__(self, i, v):
        self.items[i] = v

    def __delitem__(self, i):
        del self.items[i]

    def __contains__(self, x):
        return x in self.items

    def __iter__(self):
        return StackIterator(self)

    def __iadd__(self, x):
        self.items.append(x)
        return self

    def __call__(self, a, b=10):
        return len(self.items) * a + b


class StackIterator(object):
    def __init__(self, stack):
        self.stack = stack
        self.i = len(stack.items)

    def __iter__(self):
        return self

    def __next__(self):
        if self.i == 0:
            raise StopIteration
        self.i -= 1
        return self.stack.items[self.i]

    next = __next__


class Evens(object):
    """Membership by iteration."""
    def __init__(self, limit):
        self.limit = limit

    def __iter__(self):
        i = 0
        while i < self.limit:
            yield i
            i += 2


class Grid(object):
    def __init__(self, w, h):
        self.cells = {}
        self.w = w
        self.h = h

    def __getitem__(self, pos):
        x, y = pos
        return self.cells.get((x, y), 0)

    def __setitem__(self, pos, value):
        self.cells[pos] = value

    def __delitem__(self, pos):
        del self.cells[pos]


class Trace(object):
    def __init__(self, lines, name):
        self.lines = lines
        self.name = name

    def __enter__(self):
        self.lines.append("enter " + self.name)
        return self

    def __exit__(self, etype, value, tb):
        self.lines.append("exit " + self.name)

    def note(self, text):
        self.lines.append(self.name + " " + text)


class Compose(object):
    def __init__(self, f, g):
        self.f = f
        self.g = g

    def __call__(self, x):
        return self.f(self.g(x))


class AddN(object):
    def __init__(self, n):
        self.n = n

    def __call__(self, x):
        return x + self.n


def entry_point(argv):
    s = Stack()
    s.push(1).push(2).push(3)
    print(s[0], s[-1], len(s))
    s[1] = 20
    del s[0]
    print(s.items, 20 in s, 1 in s, 1 not in s)
    for x in s:
        print(x)
    s += 7
    s += 8
    print([x * 2 for x in s])
    print(s(2), s(2, b=1), s(b=3, a=4))
    total = 0
    for i, x in enumerate(s):
        total += i * x
    print(total)
    print(4 in Evens(10), 5 in Evens(10), 4 not in Evens(3))
    g = Grid(3, 3)
    g[1, 2] = 5
    g[(0, 0)] += 3
    print(g[1, 2], g[0, 0], g[2, 2])
    del g[1, 2]
    print(g[1, 2])
    lines = []
    with Trace(lines, "a") as t:
        t.note("inside")
        with Trace(lines, "b"):
            lines.append("both")
    try:
        with Trace(lines, "c"):
            raise ValueError("x")
    except ValueError:
        lines.append("caught")
    for l in lines:
        print(l)
    inc = Compose(AddN(1), AddN(10))
    print(inc(5))
    it = iter(s)
    print(next(it), next(it))
    try:
        s[99]
    except IndexError:
        print("IndexError")
    return 0


def target(driver, args):
    return entry_point, None
