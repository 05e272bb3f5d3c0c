# specialize.memo with arguments that are only known at run time.
from rpython.rlib.objectmodel import specialize


class Shape(object):
    sides = 0

    def __init__(self, size):
        self.size = size


class Triangle(Shape):
    sides = 3


class Square(Shape):
    sides = 4


class Kind(object):
    def __init__(self, name, bits):
        self.name = name
        self.bits = bits

    def _freeze_(self):
        return True


BYTE = Kind("byte", 8)
HALF = Kind("half", 16)
WORD = Kind("word", 32)

calls = []


@specialize.memo()
def mask_of(kind):
    calls.append(kind.name)
    return (1 << kind.bits) - 1


@specialize.memo()
def title(cls):
    return cls.__name__.upper()


@specialize.memo()
def both(kind, signed):
    return kind.name + ("+" if signed else "-")


@specialize.memo()
def constructor(kind):
    if kind.bits < 32:
        return Triangle
    return Square


def pick(n):
    if n == 0:
        return BYTE
    elif n == 1:
        return HALF
    return WORD


def pick_class(n):
    if n % 2:
        return Triangle
    return Square


def entry_point(argv):
    for i in range(3):
        k = pick(i)
        print(mask_of(k), both(k, i > 0), both(k, True), constructor(k)(i).sides)
    for i in range(2):
        cls = pick_class(i)
        print(title(cls), cls(i).sides)
    print(mask_of(WORD), title(Shape))
    return 0


def target(driver, args):
    return entry_point, None
