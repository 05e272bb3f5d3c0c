# Methods of one name that different calls reach in different groups: a base's own, through a subclass that inherits it; two
# groups of overriding methods; each specialised by an argument.
from rpython.rlib.objectmodel import specialize


class Shape(object):
    def __init__(self, size):
        self.size = size

    @specialize.arg(2)
    def grow(self, by, twice=False):
        return 'shape %d' % (self.size + by)

    def name(self):
        return 'shape'


class Dot(Shape):
    pass


class Box(Shape):
    @specialize.arg(2)
    def grow(self, by, twice=False):
        if twice:
            by += by
        return 'box %d' % (self.size + by)

    def again(self, by, twice_too):
        if twice_too:
            return self.grow(by, True)
        return self.grow(by)

    def name(self):
        return 'box'


class Cube(Box):
    @specialize.arg(2)
    def grow(self, by, twice=False):
        return 'cube %d %s' % (self.size * by, twice)

    def name(self):
        return 'cube'


class Ball(Shape):
    @specialize.arg(2)
    def grow(self, by, twice=False):
        return 'ball %d' % (self.size - by)


class Balloon(Ball):
    @specialize.arg(2)
    def grow(self, by, twice=False):
        return 'balloon %d %s' % (self.size + 100 * by, twice)


class Base(object):
    def run(self, n):
        return 'base %d' % n

    def plain(self, n):
        return n


class Quiet(Base):
    """Has only what it inherits."""


class Left(Base):
    def run(self, n):
        return 'left %d' % n

    def plain(self, n):
        return n + 1


class LeftLeft(Left):
    def run(self, n):
        return 'left left %d' % n

    def plain(self, n):
        return n + 2


class Right(Base):
    def run(self, n, more=7):
        return 'right %d %d' % (n, more)


class RightRight(Right):
    def run(self, n, more=8):
        return 'right right %d %d' % (n, more)


def boxes(n):
    return [Box(n), Cube(n + 1), Box(n + 2)]


def entry_point(argv):
    n = len(argv)
    # The base's method comes first, alone.
    print(Dot(n).grow(1))
    print(Dot(n).name())
    for b in boxes(n):
        print(b.grow(2))
        print(b.grow(2, True))
        print(b.again(3, n > 1))
        print(b.again(3, n > 0))
        print(b.name())
    for ball in [Ball(n), Balloon(n)]:
        print(ball.grow(1, False))
        print(ball.grow(1, True))
    print(Quiet().run(n))
    print(Quiet().plain(n))
    for left in [Left(), LeftLeft()]:
        print(left.run(n))
        print(left.plain(n))
    for right in [Right(), RightRight()]:
        print(right.run(n))
        print(right.run(n, 1))
    return 0


def target(*args):
    return entry_point, None
