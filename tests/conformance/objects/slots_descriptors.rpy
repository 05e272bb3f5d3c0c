"""Run-time classes with what import time left in them: slots, properties made in loops, class tables that subclasses extend, counters
in closures, static and class methods called through instances, `__iter__`, `__contains__`, `__getitem__`, `with`, chains of `super`."""


class Units(object):
    TABLE = {}
    ORDER = []

    @classmethod
    def add(cls, name, factor):
        cls.TABLE[name] = factor
        cls.ORDER.append(name)


for _n, _f in [("mm", 1), ("cm", 10), ("m", 1000), ("km", 1000000)]:
    Units.add(_n, _f)


def unit_property(factor):
    def getter(self):
        return self.length // factor

    def setter(self, value):
        self.length = value * factor
        self.changes += 1
    return property(getter, setter)


class Distance(object):
    __slots__ = ["length", "changes"]

    def __init__(self, length):
        self.length = length
        self.changes = 0

    for _n in Units.ORDER:
        locals()[_n] = unit_property(Units.TABLE[_n])
    del _n


class Base(object):
    handlers = {"start": "base"}
    level = 0

    def __init__(self, name):
        self.name = name
        self.seen = [self.__class__.label()]

    @classmethod
    def label(cls):
        return "%s%d" % (cls.prefix(), cls.level)

    @staticmethod
    def prefix():
        return "b"

    def visit(self, what):
        self.seen.append(what)
        return len(self.seen)


class Middle(Base):
    handlers = dict(Base.handlers, stop="middle")
    level = Base.level + 1

    def visit(self, what):
        n = super(Middle, self).visit("m:" + what)
        return n * 10


class Leaf(Middle):
    handlers = dict(Middle.handlers, start="leaf")
    level = Middle.level + 1

    @staticmethod
    def prefix():
        return "l"

    def visit(self, what):
        return Middle.visit(self, what.upper()) + 1


def handlers_text(cls):
    return sorted(cls.handlers.items())


HANDLERS = [(cls.__name__, handlers_text(cls)) for cls in (Base, Middle, Leaf)]


class Grid(object):
    def __init__(self, width, height):
        self.width = width
        self.cells = [0] * (width * height)

    def __len__(self):
        return len(self.cells)

    def __getitem__(self, at):
        x, y = at
        return self.cells[y * self.width + x]

    def __setitem__(self, at, value):
        x, y = at
        self.cells[y * self.width + x] = value

    def __contains__(self, value):
        for c in self.cells:
            if c == value:
                return True
        return False

    def __iter__(self):
        return RowIterator(self)


class RowIterator(object):
    def __init__(self, grid):
        self.grid = grid
        self.at = 0

    def __iter__(self):
        return self

    def next(self):
        if self.at >= len(self.grid.cells):
            raise StopIteration
        start = self.at
        self.at += self.grid.width
        return self.grid.cells[start:self.at]

    __next__ = next


class Transaction(object):
    depth = 0

    def __init__(self, log, name):
        self.log = log
        self.name = name

    def __enter__(self):
        Transaction_state.depth += 1
        self.log.append("%s>%d" % (self.name, Transaction_state.depth))
        return self

    def __exit__(self, kind, value, tb):
        Transaction_state.depth -= 1
        self.log.append("%s<%s" % (self.name, "failed" if kind is not None else "done"))


class State(object):
    depth = 0


Transaction_state = State()


def nested(log, fail):
    with Transaction(log, "outer"):
        with Transaction(log, "inner") as t:
            t.log.append(t.name)
            if fail:
                raise ValueError("stop")
        log.append("between")
    return "end"


def counter_maker():
    """Counters that share a total: import time only."""
    total = [0]

    def make(step):
        mine = [0]

        def count():
            mine[0] += step
            total[0] += step
            return mine[0] * 1000 + total[0]
        return count
    return make


_make = counter_maker()
ONE, FIVE = _make(1), _make(5)
ONE()


def entry_point(argv):
    d = Distance(1234567)
    print(d.mm, d.cm, d.m, d.km, d.changes)
    d.m = 5
    d.cm += 3
    print(d.length, d.changes)
    for w in [Base("x"), Middle("y"), Leaf("z")]:
        n = w.visit("v")
        print(w.name, w.label(), n, w.seen, w.level, sorted_keys(w.handlers))
    for name, rows in HANDLERS:
        print(name, rows)
    g = Grid(3, 2)
    g[1, 0] = 7
    g[2, 1] = g[1, 0] + 1
    print([row for row in g], len(g), 7 in g, 9 in g, g[2, 1])
    log = []
    print(nested(log, False))
    try:
        nested(log, True)
    except ValueError:
        log.append("caught")
    print(" ".join(log), Transaction_state.depth)
    print(ONE(), FIVE(), ONE(), FIVE())
    return 0


def sorted_keys(d):
    keys = d.keys()
    out = []
    for k in keys:
        out.append(k + "=" + d[k])
    out.sort()
    return out


def target(driver, args):
    return entry_point, None
