"""Several bases, none a mixin."""


class A(object):
    kind = 'a'

    def __init__(self, x):
        self.x = x

    def name(self):
        return "A%d" % self.x

    def shared(self):
        return "A.shared"


class B(object):
    kind = 'b'
    only_b = 5

    def __init__(self, y):
        self.y = y

    def other(self):
        return "B%s" % self.y

    def shared(self):
        return "B.shared"


class C(A, B):
    def __init__(self, x, y):
        A.__init__(self, x)
        B.__init__(self, y)

    def both(self):
        return self.name() + self.other() + self.shared() + B.shared(self)


class Root(object):
    def __init__(self, **kw):
        self.log = ['Root']

    def go(self):
        return ['Root.go']


class Left(Root):
    def __init__(self, left=1):
        super().__init__()
        self.left = left
        self.log.append('Left')

    def go(self):
        return ['Left.go'] + super().go()

    def only_left(self):
        return self.left


class Right(Root):
    def __init__(self):
        super().__init__()
        self.right = 2
        self.log.append('Right')

    def go(self):
        return ['Right.go'] + super().go()

    def only_right(self):
        return self.right * 10


class Bottom(Left, Right):
    def __init__(self):
        super().__init__(7)
        self.log.append('Bottom')

    def go(self):
        return ['Bottom.go'] + super().go()


class Deep(Bottom):
    def go(self):
        return ['Deep'] + super().go()


class Comparable(object):
    def __lt__(self, other):
        return self.key() < other.key()

    def __eq__(self, other):
        return self.key() == other.key()

    def __hash__(self):
        return hash(self.key())


class Printable(object):
    def __str__(self):
        return "<%s %s>" % (self.__class__.__name__, self.key())


class Item(Comparable, Printable):
    def __init__(self, k):
        self.k = k

    def key(self):
        return self.k


class Logger(object):
    def log(self, what):
        self.lines().append(what)

    def lines(self):
        raise NotImplementedError


class Storage(object):
    def __init__(self):
        self.data = []

    def lines(self):
        return self.data


class Service(Storage, Logger):
    def __init__(self):
        Storage.__init__(self)
        Logger.log(self, "made")


def use_a(a):
    return a.name()


def use_b(b):
    return b.other()


def use_right(r):
    return r.only_right()


def entry_point(argv):
    c = C(1, 'why')
    print(c.both(), c.kind, c.only_b, c.x, c.y)
    for a in [A(5), c]:
        print(use_a(a), a.kind, a.shared(), isinstance(a, B))
    b = Bottom()
    print(b.go(), b.log, b.only_left(), b.only_right())
    for r in [Root(), Left(), b, Deep()]:
        print(r.go(), r.log, isinstance(r, Left), isinstance(r, Right))
    items = [Item(3), Item(1), Item(2)]
    items.sort()
    print(" ".join([str(i) for i in items]), Item(1) == Item(1), {Item(2): 'x'}[Item(2)])
    s = Service()
    s.log("more")
    print(s.lines(), isinstance(s, Logger))
    print([k.__name__ for k in (Bottom.__mro__)[:3]] if False else '')
    print(use_b(B(3)))
    print(use_right(Right()))
    print(use_right(Bottom()))
    return 0


def target(driver, args):
    return entry_point, None
