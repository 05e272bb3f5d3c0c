"""A StopIteration that an operator or another special method lets out of the body of a generator becomes a RuntimeError."""


class It(object):
    def __init__(self, n):
        self.n = n
    def __add__(self, other):
        raise StopIteration
    def __getitem__(self, i):
        raise StopIteration
    def __eq__(self, other):
        raise StopIteration
    def __hash__(self):
        return 1
    def __str__(self):
        raise StopIteration
    def __len__(self):
        raise StopIteration
    def __bool__(self):
        raise StopIteration
    def __contains__(self, x):
        raise StopIteration
    def __iter__(self):
        return self
    def next(self):
        if self.n == 1:
            raise StopIteration
        return 5
    __next__ = next
    def __lt__(self, other):
        raise StopIteration
    def __neg__(self):
        raise StopIteration
    def __setitem__(self, i, v):
        raise StopIteration
    @property
    def prop(self):
        raise StopIteration
    def __getattr__(self, name):
        raise StopIteration

def g(kind, x, y):
    yield "start"
    if kind == 0:
        yield str((x + y) is None)
    elif kind == 1:
        yield str(x[0])
    elif kind == 2:
        yield str(x == y)
    elif kind == 3:
        yield "%s" % x
    elif kind == 4:
        if x:
            yield "yes"
    elif kind == 5:
        yield str(3 in x)
    elif kind == 6:
        yield str(len(x))
    elif kind == 7:
        yield str([x] == [y])
    elif kind == 8:
        yield str(-x is None)
    elif kind == 9:
        yield str(x.prop)
    elif kind == 10:
        yield str(x < y)
    elif kind == 11:
        yield str(next(iter(x)))
    elif kind == 12:
        for z in x:
            yield "no"
        yield "ok"
    elif kind == 13:
        yield str(x.missing)
    elif kind == 14:
        yield str({x: 1} == {y: 1})
    elif kind == 15:
        x[1] = 2
    elif kind == 16:
        x += y
        yield str(x is None)
    elif kind == 17:
        for a, b in [(x, y)]:
            if a == b:
                yield "eq"
    yield "end"

def entry_point(argv):
    for i in range(18):
        out = []
        try:
            for t in g(i, It(1), It(2)):
                out.append(t)
        except RuntimeError as e:
            out.append("RuntimeError " + str(e))
        print(i, " ".join(out))
    return 0
def target(driver, args):
    return entry_point
