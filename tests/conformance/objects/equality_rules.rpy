"""Which `__eq__`, `__ne__` and `__hash__` are called: defaults, overriding, None, subclasses, identity."""


class Plain(object):
    def __init__(self, n):
        self.n = n


class Base(object):
    def __init__(self, n):
        self.n = n


class Child(Base):
    def __eq__(self, other):
        if isinstance(other, Base):
            return self.n == other.n
        return False

    def __hash__(self):
        return self.n % 3


class GrandChild(Child):
    def __eq__(self, other):
        print("GrandChild.__eq__")
        if isinstance(other, Base):
            return self.n == other.n
        return False

    def __hash__(self):
        return self.n % 3


class OnlyNe(object):
    def __init__(self, n):
        self.n = n

    def __ne__(self, other):
        return isinstance(other, OnlyNe) and self.n == other.n      # odd, on purpose


class Loud(object):
    """Items of lists are compared by identity first."""
    def __init__(self, name):
        self.name = name

    def __eq__(self, other):
        print("compare %s" % self.name)
        return False

    def __hash__(self):
        return 7


class Picky(object):
    def __init__(self, n):
        self.n = n

    def __eq__(self, other):
        if not isinstance(other, Picky):
            raise TypeError("cannot compare")
        return self.n == other.n

    def __hash__(self):
        return self.n


def pick(n):
    if n == 0:
        return None
    if n % 2:
        return Base(n)
    return Child(n)


def maybe(n):
    if n < 0:
        return None
    return Picky(n)


def entry_point(argv):
    p = Plain(1)
    print(p == p, p == Plain(1), p != Plain(1), p is p)
    things = [pick(i) for i in range(5)]
    for i in range(5):
        line = ""
        for j in range(5):
            line += "1" if things[i] == things[j] else "0"
            line += "x" if things[i] != things[j] else "."
        print(line)
    print(Base(4) == Child(4))
    print(Child(4) == Base(4))
    print(Base(4) == Base(4))
    print(Child(3) == GrandChild(3))
    print(Child(3) != GrandChild(4))
    print(GrandChild(3) == Child(3))
    a = OnlyNe(1)
    print(a == a, a == OnlyNe(1), a != a, a != OnlyNe(2))
    loud = [Loud("x"), Loud("y")]
    print(loud[0] in loud)
    print(loud[1] in loud)
    print(loud == loud)
    print(loud == [loud[0], loud[1]])
    print(loud.count(loud[0]))
    print(loud[0] == loud[0])
    d = {Child(1): "one", Child(4): "four"}
    print(d[Child(4)])
    print(d.get(Child(7), "none"))
    print(Child(1) in d, Child(2) in d)
    del d[Child(1)]
    print(len(d))
    pairs = {(1, Child(5)): 10, (2, Child(5)): 20}
    print(pairs[(2, Child(5))])
    print((3, Child(5)) in pairs)
    for n in range(-1, 2):
        for m in range(-1, 2):
            x = maybe(n)
            y = maybe(m)
            try:
                print(n, m, x == y)
            except TypeError:
                print(n, m, "TypeError")
    try:
        print([Picky(1)] == [maybe(-1)])
    except TypeError:
        print("TypeError in a list")
    nested = [[Child(1), Child(2)], [Child(3)]]
    print(nested == [[Child(1), Child(2)], [Child(3)]])
    print(nested == [[Child(1), Child(2)], [Child(4)]])
    print({"a": Child(1)} == {"a": Child(1)})
    print({"a": Child(1)} == {"a": Child(2)})
    print(hash(Child(5)), hash(p) == hash(p))
    return 0


def target(driver, args):
    return entry_point, None
