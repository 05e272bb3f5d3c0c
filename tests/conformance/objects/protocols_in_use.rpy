"""Container, iteration, context-manager, callable and truth protocols of own classes, used by the built-in functions."""


class Grid(object):
    def __init__(self, w, h):
        self.w = w
        self.h = h
        self.cells = {}

    def __getitem__(self, pos):
        x, y = pos
        if not (0 <= x < self.w and 0 <= y < self.h):
            raise IndexError("outside %d,%d" % (x, y))
        return self.cells.get((x, y), 0)

    def __setitem__(self, pos, value):
        self.cells[pos] = value

    def __delitem__(self, pos):
        del self.cells[pos]

    def __contains__(self, pos):
        return pos in self.cells

    def __len__(self):
        return len(self.cells)

    def __iter__(self):
        for y in range(self.h):
            for x in range(self.w):
                if (x, y) in self.cells:
                    yield self.cells[(x, y)]


class Count(object):
    def __init__(self, n):
        self.n = n

    def __iter__(self):
        return self

    def __next__(self):
        if self.n <= 0:
            raise StopIteration
        self.n -= 1
        return self.n

    next = __next__


class Res(object):
    def __init__(self, name, log, swallow):
        self.name = name
        self.log = log
        self.swallow = swallow

    def __enter__(self):
        self.log.append("+" + self.name)
        return self.name * 2

    def __exit__(self, tp, value, tb):
        self.log.append("-" + self.name + ("!" if tp is not None else ""))
        return self.swallow


class Poly(object):
    def __init__(self, *coefs):
        self.coefs = list(coefs)

    def __call__(self, x, scale=1):
        r = 0
        for c in self.coefs:
            r = r * x + c
        return r * scale

    def __bool__(self):
        return any(self.coefs)

    __nonzero__ = __bool__


def managed(kind, log):
    with Res("a", log, True):
        with Res("b", log, False) as b, Res("c", log, kind == 3) as c:
            log.append(b + c)
            if kind == 0:
                return "returned"
            if kind == 1:
                raise ValueError("one")
            if kind == 3:
                raise KeyError("three")
        log.append("after inner")
    return "end"


def loop_with(log):
    for name in "xyz":
        with Res(name, log, False):
            if name == "x":
                continue
            if name == "y":
                break
    return log


def entry_point(argv):
    g = Grid(3, 2)
    g[0, 0] = 5
    g[2, 1] = 7
    g[1, 0] = 6
    g[1, 0] += 10
    print(g[0, 0], g[1, 0], g[2, 0], len(g), (1, 0) in g, (9, 9) in g, (0, 1) not in g)
    del g[0, 0]
    print(list(g), sum(g), max(g), sorted(g, reverse=True), len(g), bool(g), bool(Grid(1, 1)))
    try:
        print(g[3, 0])
    except IndexError as e:
        print("index:", e)
    try:
        del g[0, 0]
    except KeyError as e:
        print("key:", isinstance(e, LookupError))
    for v in g:
        print("cell", v)
    print(list(Count(4)), sum(Count(5)), [x * x for x in Count(3)], 2 in [x for x in Count(3)])
    it = Count(2)
    print(next(it), next(it), next(it, -1))
    for i, (x, y) in enumerate(zip(Count(3), "abc")):
        print(i, x, y)
    a, b, *c = Count(5)
    print(a, b, c, "-".join([str(x) for x in Count(3)]), sorted(Count(3), key=lambda x: -x), any(Count(1)), all(Count(2)))
    for kind in range(4):
        log = []
        print(managed(kind, log), log)
    print(loop_with([]))
    p = Poly(1, 2, 3)
    print(p(2), p(2, 10), p(x=0, scale=5), bool(p), not Poly(), "yes" if Poly(0, 0) else "no", [f(3) for f in [p, Poly(7)]])
    print(list(map(p, [0, 1, 2])), sorted([3, -1, 0], key=Poly(1, 0, 0)))
    return 0


def target(driver, args):
    return entry_point
