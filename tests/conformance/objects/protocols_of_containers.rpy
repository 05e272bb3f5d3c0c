"""Containers and iteration of one's own."""


class Squares(object):
    """Only __getitem__."""

    def __init__(self, n):
        self.n = n

    def __getitem__(self, i):
        if i >= self.n:
            raise IndexError(i)
        return i * i


class Words(object):
    """The sequence protocol, whole."""

    def __init__(self, items):
        self.items = items

    def __len__(self):
        return len(self.items)

    def __getitem__(self, i):
        return self.items[i]

    def __setitem__(self, i, v):
        self.items[i] = v

    def __delitem__(self, i):
        del self.items[i]

    def __reversed__(self):
        for i in range(len(self.items) - 1, -1, -1):
            yield self.items[i] + "'"


class Odd(object):
    def __contains__(self, n):
        return n % 2 == 1


class Count(object):
    def __init__(self, n):
        self.n = n

    def __iter__(self):
        return self

    def __next__(self):
        if self.n == 0:
            raise StopIteration
        self.n -= 1
        return self.n


class Tree(object):
    def __init__(self, left, value, right):
        self.left = left
        self.value = value
        self.right = right

    def __iter__(self):
        if self.left is not None:
            for x in self.left:
                yield x
        yield self.value
        if self.right is not None:
            yield from self.right


class Counting(dict):
    def __missing__(self, key):
        return 0


class Caching(dict):
    def __missing__(self, key):
        value = key * key
        self[key] = value
        return value


class Stack(list):
    def push(self, x):
        self.append(x)

    def top(self):
        return self[-1]


class Suppress(object):
    def __init__(self, name):
        self.name = name
        self.log = []

    def __enter__(self):
        self.log.append("enter " + self.name)
        return self

    def __exit__(self, tp, value, tb):
        if tp is None:
            self.log.append("fine")
        else:
            self.log.append("exc %s" % (isinstance(value, KeyError),))
        return isinstance(value, KeyError)


class Attrs(object):
    def __init__(self):
        self.real = 1

    def __getattr__(self, name):
        if name.startswith("no"):
            raise AttributeError(name)
        return len(name)


class Setter(object):
    def __init__(self):
        self.log = []
        self.a = 1

    def __setattr__(self, name, value):
        if name != 'log':
            self.log.append("%s=%s" % (name, value))
        object.__setattr__(self, name, value)


class Caller(object):
    def __call__(self, x, y=2, *rest):
        return x * 10 + y + len(rest)


def entry_point(argv):
    sq = Squares(5)
    print([x for x in sq], list(sq), 9 in sq, 10 in sq, sum(sq), max(sq))
    for i, x in enumerate(Squares(3)):
        print(i, x)
    a, b, c = Squares(3)
    print(a, b, c, list(zip(Squares(2), "xy")), sorted(Squares(4), reverse=True))
    w = Words(["x", "y", "z"])
    print(list(w), list(reversed(w)), "y" in w, len(w), w[1], bool(w))
    w[0] = "w"
    del w[1]
    print([s.upper() for s in w], ",".join(w), bool(Words([])))
    print(3 in Odd(), 4 in Odd(), 4 not in Odd())
    print(list(Count(4)), sum(Count(5)), 2 in Count(4), [n for n in Count(3)])
    it = iter(Count(3))
    print(next(it), next(it), next(it), next(it, -1))
    t = Tree(Tree(None, 1, None), 2, Tree(Tree(None, 3, None), 4, None))
    print(list(t), sum(t), max(t), 3 in t, [x * 2 for x in t if x > 1])
    with Suppress("one") as s:
        raise KeyError("k")
    print(s.log)
    try:
        with Suppress("two") as s2:
            raise ValueError("v")
    except ValueError as e:
        print("passed", e, s2.log)
    for i in range(4):
        with Suppress("loop") as s3:
            if i == 1:
                continue
            if i == 3:
                break
            if i == 2:
                raise KeyError(i)
        print(i, s3.log)
    with Suppress("a") as x1, Suppress("b") as x2:
        raise KeyError(1)
    print(x1.log, x2.log)
    at = Attrs()
    print(at.real, at.abc, at.hello, hasattr(at, 'none'), getattr(at, 'nothing', -1))
    st = Setter()
    st.a += 5
    st.b = 7
    print(st.log, st.a, st.b)
    f = Caller()
    print(f(1), f(1, 3), f(1, 2, 3, 4), callable(f), f(y=1, x=2))
    return 0


def target(driver, args):
    return entry_point, None
