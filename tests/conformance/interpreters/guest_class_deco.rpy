# origin: after published programs
"""Objects created by `type(x)(...)`, `__call__`, operators through `__getitem__` and friends, class methods as constructors, `super`."""
import os


def register(table, *names):
    def decorate(cls):
        for n in names:
            table[n] = cls
        return cls
    return decorate


SHAPES = {}


class Shape(object):
    sides = 0

    def __init__(self, size):
        self.size = size

    def area(self):
        return 0.0

    def scaled(self, k):
        return self.__class__(self.size * k)

    def __len__(self):
        return self.sides

    def __getitem__(self, i):
        if not 0 <= i < self.sides:
            raise IndexError
        return self.size * (i + 1)

    def __contains__(self, n):
        for i in range(len(self)):
            if self[i] == n:
                return True
        return False

    @classmethod
    def unit(cls):
        return cls(1)

    def name(self):
        return self.__class__.__name__


@register(SHAPES, "square", "box")
class Square(Shape):
    sides = 4

    def area(self):
        return float(self.size * self.size)


@register(SHAPES, "triangle")
class Triangle(Shape):
    sides = 3

    def area(self):
        return 0.5 * Square(self.size).area()


@register(SHAPES, "tall")
class Tall(Triangle):
    def area(self):
        return 10 * super(Tall, self).area()

    def __call__(self, n):
        return self.size + n


class Accumulator(object):
    def __init__(self):
        self.total = 0.0
        self.seen = []

    def __call__(self, shape):
        self.total += shape.area()
        self.seen.append(shape.name())
        return self

    def __iter__(self):
        return iter(self.seen)


def entry_point(argv):
    acc = Accumulator()
    for key in sorted(SHAPES.keys()):
        s = SHAPES[key](3)
        print("%s: %s %.1f %d %d" % (key, s.name(), s.area(), len(s), s[1]))
        acc(s)(s.scaled(2))
        print(6 in s, 7 in s, s.scaled(2).size)
    print("%.2f" % acc.total)
    for name in acc:
        os.write(1, name + ";")
    os.write(1, "\n")
    print(Square.unit().area(), Tall.unit()(41), isinstance(Tall.unit(), Triangle), type(Tall.unit()) is Triangle)
    try:
        print(Triangle(1)[3])
    except IndexError:
        print("no such side")
    t = Tall(2)
    print(bool(t), bool(Shape(1)), t.scaled(5).scaled(0).size)
    return 0


def target(driver, args):
    return entry_point
