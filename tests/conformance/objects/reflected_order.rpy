"""Which operand is asked first when the class of the right one is a proper subclass of the left one's: three levels of
classes, NotImplemented, missing methods, aliases, in-place operators."""

log = []


def note(text):
    log.append(text)


def show(title, result):
    shown(title, str(result))


def shown(title, text):
    print("%s: %s [%s]" % (title, text, " ".join(log)))
    del log[:]


# ---- comparisons: the subclass is always asked first, whoever defines the method

class Base(object):
    def __init__(self, n):
        self.n = n

    def __repr__(self):
        return "%s%d" % (self.__class__.__name__, self.n)

    def __lt__(self, other):
        note("%s.lt" % self)
        return self.n < other.n

    def __gt__(self, other):
        note("%s.gt" % self)
        return self.n > other.n

    def __eq__(self, other):
        note("%s.eq" % self)
        if not isinstance(other, Base):
            return NotImplemented
        return self.n == other.n

    def __hash__(self):
        return self.n


class Middle(Base):
    pass


class Leaf(Middle):
    def __lt__(self, other):
        note("%s.leaf_lt" % self)
        if other.n == 0:
            return NotImplemented
        return self.n < other.n


class Side(Base):
    def __eq__(self, other):
        note("%s.side_eq" % self)
        return NotImplemented

    def __hash__(self):
        return 1


def compare(a, b):
    show("%r < %r" % (a, b), a < b)
    show("%r > %r" % (a, b), a > b)
    show("%r == %r" % (a, b), a == b)
    show("%r != %r" % (a, b), a != b)


def compare_others(a, b):
    try:
        show("%r <= %r" % (a, b), a <= b)
    except TypeError as e:
        shown("%r <= %r" % (a, b), str(e))
    try:
        show("%r >= %r" % (a, b), a >= b)
    except TypeError as e:
        shown("%r >= %r" % (a, b), str(e))


class OnlyLe(Base):
    def __le__(self, other):
        note("%s.le" % self)
        if other.n > 5:
            return NotImplemented
        return True


class OnlyLe2(OnlyLe):
    def __ge__(self, other):
        note("%s.ge2" % self)
        return NotImplemented


# ---- no __ne__, or one only in a subclass

class Plain(object):
    def __init__(self, n):
        self.n = n


class WithEq(Plain):
    def __eq__(self, other):
        note("WithEq%d.eq" % self.n)
        if self.n == 3:
            return NotImplemented
        return self.n == other.n

    def __hash__(self):
        return self.n


class WithNe(WithEq):
    def __ne__(self, other):
        note("WithNe%d.ne" % self.n)
        if self.n == 4:
            return NotImplemented
        return True


def equal_plain(a, b):
    show("plain %d == %d" % (a.n, b.n), a == b)
    show("plain %d != %d" % (a.n, b.n), a != b)


# ---- arithmetic: the subclass is asked first only if it has a method of its own

class Num(object):
    def __init__(self, n):
        self.n = n

    def name(self):
        return "%s%d" % (self.__class__.__name__, self.n)

    def __add__(self, other):
        note("%s.add" % self.name())
        if self.n == 9:
            return NotImplemented
        return self.n + other.n

    def __radd__(self, other):
        note("%s.radd" % self.name())
        return 100 + self.n + other.n

    def __sub__(self, other):
        note("%s.sub" % self.name())
        return self.n - other.n

    def __mul__(self, other):
        note("%s.mul" % self.name())
        return self.n * other.n


class Same(Num):
    """inherits everything"""


class Own(Num):
    def __radd__(self, other):
        note("%s.own_radd" % self.name())
        if self.n == 7:
            return NotImplemented
        return 200 + self.n + other.n

    def __rsub__(self, other):
        note("%s.own_rsub" % self.name())
        return other.n - self.n + 1000


class BelowOwn(Own):
    pass


class Deepest(BelowOwn):
    __radd__ = Num.__radd__                 # the method of the top again

    def __rsub__(self, other):
        note("%s.deepest_rsub" % self.name())
        return NotImplemented

    def __rmul__(self, other):
        note("%s.rmul" % self.name())
        return NotImplemented

    def __mul__(self, other):
        note("%s.deepest_mul" % self.name())
        return NotImplemented


def arithmetic(a, b):
    title = a.name() + " " + b.name()
    try:
        shown("add " + title, str(a + b))
    except TypeError as e:
        shown("add " + title, str(e))
    try:
        shown("sub " + title, str(a - b))
    except TypeError as e:
        shown("sub " + title, str(e))
    try:
        shown("mul " + title, str(a * b))
    except TypeError as e:
        shown("mul " + title, str(e))


# ---- in-place operators: first the left one's in-place method, then as above

class Acc(object):
    def __init__(self, n):
        self.n = n

    def __iadd__(self, other):
        note("iadd%d" % self.n)
        if self.n > 5:
            return NotImplemented
        self.n += other.n
        return self

    def __add__(self, other):
        note("add%d" % self.n)
        return Acc(self.n + other.n)

    def __isub__(self, other):
        note("isub%d" % self.n)
        return NotImplemented

    def __rsub__(self, other):
        note("rsub%d" % self.n)
        return NotImplemented


class Acc2(Acc):
    def __radd__(self, other):
        note("radd2_%d" % self.n)
        return Acc2(1000 + self.n + other.n)

    def __rsub__(self, other):
        note("rsub2_%d" % self.n)
        return Acc2(77)


class Acc3(Acc2):
    pass


def in_place(a, b):
    an, bn = a.n, b.n
    x = a
    x += b
    shown("%d += %d" % (an, bn), str(x.n))
    y = b
    try:
        y -= a
        shown("%d -= %d" % (bn, an), str(y.n))
    except TypeError as e:
        shown("%d -= %d" % (bn, an), str(e))


# ---- the left operand's static class says it all

def leaf_only():
    a = Leaf(1)
    b = Leaf(2)
    show("leaves", a < b)
    show("leaves", b == a)


# ---- in containers, by max, sorted and the like

def in_containers():
    items = [Base(3), Leaf(2), Middle(1)]
    show("in", Leaf(3) in items)
    shown("index", str(items.index(Middle(2))))
    show("lists", [Base(1), Base(2)] == [Leaf(1), Middle(2)])
    show("lists", [Base(1), Base(2)] < [Leaf(1), Middle(1)])
    shown("max", str(max(items)))
    shown("sorted", str(sorted(items)))
    show("tuples", (1, Base(4)) == (1, Leaf(4)))
    d = {Base(3): "three"}
    show("dict", Leaf(3) in d)


def entry_point(argv):
    things = [Base(0), Base(1), Middle(1), Leaf(1), Leaf(0), Side(1)]
    for a in things:
        for b in things:
            compare(a, b)
    others = [Base(1), OnlyLe(1), OnlyLe(8), OnlyLe2(2), OnlyLe2(9)]
    for a in others:
        for b in others:
            compare_others(a, b)
    plain = [Plain(1), WithEq(1), WithEq(3), WithNe(4), WithNe(1)]
    for a in plain:
        for b in plain:
            equal_plain(a, b)
    numbers = [Num(1), Num(9), Same(2), Same(9), Own(3), Own(7), BelowOwn(4), BelowOwn(7), Deepest(5)]
    for a in numbers:
        for b in numbers:
            arithmetic(a, b)
    for n in range(3):
        for m in range(3):
            k = 4 + 2 * (n % 2)
            a = Acc(k) if n == 0 else Acc2(k) if n == 1 else Acc3(k)
            b = Acc(10) if m == 0 else Acc2(20) if m == 1 else Acc3(30)
            in_place(a, b)
    leaf_only()
    in_containers()
    return 0


def target(driver, args):
    return entry_point, None
