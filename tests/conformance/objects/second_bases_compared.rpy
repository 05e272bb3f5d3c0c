"""Comparisons and tests of classes where a class inherits from several."""


class Base(object):
    def __init__(self, n):
        self.n = n

    def __eq__(self, other):
        return isinstance(other, Base) and self.n == other.n

    def __ne__(self, other):
        return not self == other

    def __lt__(self, other):
        return self.n < other.n

    def __hash__(self):
        return self.n

    def __add__(self, other):
        return self.n + other.n


class Mix(object):
    def hi(self):
        return "hi"


class Mixin(object):
    _mixin_ = True

    def hello(self):
        return "hello"


class F(Mix, Base):
    pass


class G(Mixin, Base):
    pass


class H(Base, Mix):
    def __radd__(self, other):
        return -1


class J(Mixin, F):
    pass


class Left(object):
    pass


class K(H, Left):
    pass


class Right(object):
    pass


class Both(Left, Right):
    pass


class Below(Both):
    pass


def kinds(x, classes):
    return [isinstance(x, c) for c in classes]


def entry_point(argv):
    n = len(argv)
    print(F(n) == F(n), F(n) == F(7), F(n) != F(n), len({F(1): 1, F(1): 2, F(2): 3}))
    print(Base(1) == Base(1), Base(1) == Base(2), Base(1) < Base(2))
    print(Base(1) == F(1), F(1) == Base(1), Base(1) == F(2), F(1) != Base(1))
    print(Base(1) == G(1), G(1) == Base(2), Base(3) == H(3), H(3) == Base(3))
    print(J(1) == J(1), J(1) == F(1), F(1) == J(2), K(1) == K(1), K(1) == H(1))
    print(F(2) in [F(1), F(2)], [F(1), F(3)].index(F(3)), [F(1)] == [J(1)])
    print(F(1) < F(2), Base(1) < F(2), F(3) < Base(2))
    print(Base(1) + Base(2), Base(1) + F(2), F(1) + Base(2), H(1) + H(2), Base(1) + H(2))
    print(F(1).hi(), J(1).hello(), K(1).hi())
    tests = [Left, Right, Both, Below]
    print(kinds(Both(), tests), kinds(Below(), tests), kinds(Left(), tests))
    return 0


def target(driver, args):
    return entry_point, None
