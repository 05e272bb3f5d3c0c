# functions, closures, bound methods, classes, callable instances and frozen objects share lists, dicts, attributes
class Result(object):
    def __init__(self, value, scale=1):
        self.value = value
        self.scale = scale

    def show(self):
        return "%d*%d" % (self.value, self.scale)

    def twin(self, x):
        return Result(self.value + x)


class Negative(Result):
    def __init__(self, value, scale=2):
        Result.__init__(self, -value, scale)


class Made(Result):
    def __new__(cls, value, scale=5):
        self = object.__new__(cls)
        self.extra = 7
        return self

    def show(self):
        return "made %d %d" % (self.extra, self.value)


def plain(x, scale=3):
    return Result(x + 1000, scale)


class Adder(object):
    def __init__(self, n):
        self.n = n

    def __call__(self, x, scale=4):
        return Result(self.n + x, scale)

    def __len__(self):
        return self.n

    def __repr__(self):
        return "Adder(%d)" % self.n


class Doubler(Adder):
    def __call__(self, x, scale=6):
        return Result(self.n * 2 + x, scale)

    def __eq__(self, other):
        return isinstance(other, Doubler) and other.n == self.n

    def __hash__(self):
        return self.n


class Unrelated(object):
    calls = 0

    def __call__(self, x):
        self.calls += 1
        return Result(x * 2)


class Frozen(object):
    def __init__(self, k):
        self.k = k

    def _freeze_(self):
        return True

    def __call__(self, x):
        return Result(x * self.k)


FROZEN = Frozen(11)
FROZEN2 = Frozen(12)
PREBUILT = Adder(40)
TABLE = {"class": Result, "function": plain, "instance": PREBUILT, "frozen": FROZEN}
COMMANDS = [plain, Doubler(50), Negative, FROZEN2]


class Event(object):
    def __init__(self):
        self.handler = None

    def fire(self, x):
        if self.handler is None:
            return "nobody"
        return self.handler(x).show()


def entry_point(argv):
    k = len(argv)
    unrelated = Unrelated()
    callables = [Result, Negative, plain, Adder(5), Doubler(6), unrelated, Result(90).twin,
                 lambda x: Result(x - k), FROZEN, Made]
    for f in callables:
        print(f(10).show())
    print(unrelated.calls)
    for name in ["class", "function", "instance", "frozen"]:
        print(name, TABLE[name](3).show())
    for f in COMMANDS:
        print(f(4).show())

    event = Event()
    print(event.fire(1))
    for i in range(6):
        if i == 0:
            event.handler = plain
        elif i == 1:
            event.handler = Adder(8)
        elif i == 2:
            event.handler = Negative
        elif i == 3:
            event.handler = lambda x: Result(x + k)
        elif i == 4:
            event.handler = Result(3).twin
        else:
            event.handler = None
        print(event.fire(20))

    # they stay what they are
    first = callables[3]
    print(isinstance(first, Adder), isinstance(callables[2], Adder), isinstance(callables[4], Doubler))
    print(callables[4] == Doubler(6), callables[4] == Doubler(7), callables[3] == Adder(5))
    print(callables.index(plain), callables.index(Negative), Doubler(6) in callables, Made in callables)
    print(Adder(5) in callables, unrelated in callables, FROZEN in callables, FROZEN2 in callables)
    print([bool(c) for c in [plain, Adder(0), Adder(1), unrelated]])
    if isinstance(first, Adder):
        print(first.n, first)
    two = [Adder(1), Unrelated()]
    for t in two:
        print(t(7).show())
    seen = {Doubler(1): "d1", plain: "plain", Negative: "negative"}
    print(seen[Doubler(1)], seen[plain], seen[Negative], unrelated in seen)
    return 0


def target(driver, args):
    return entry_point, None
