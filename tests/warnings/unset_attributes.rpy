# Attributes that only instances of some subclasses get, read through the base class.


class Shape:
    label = ""

    def __init__(self, name):
        self.name = name

    def double(self):
        return self.radius * 2


class Circle(Shape):
    def __init__(self, name, radius):
        Shape.__init__(self, name)
        self.radius = radius


class Square(Shape):
    def __init__(self, name, side):
        Shape.__init__(self, name)
        self.side = side
        self.owner = self


class Dot(Shape):
    label = "dot"


class Ring(Circle):
    def __init__(self, name, radius, inner):
        Circle.__init__(self, name, radius)
        self.inner = inner


class Solid:
    def __init__(self):
        self.weight = 0


class Ball(Solid):
    def __init__(self):
        Solid.__init__(self)
        self.weight = 2


def size(shape):
    if isinstance(shape, Square):
        return shape.side
    return shape.radius


def sides(shape):
    if isinstance(shape, Circle):
        return 0
    elif isinstance(shape, Dot):
        return 1
    return shape.side


class Frame:
    def __init__(self, shape):
        self.shape = shape

    def inner(self):
        if isinstance(self.shape, Ring) and self.shape.inner > 0:
            return self.shape.inner
        return -1


class Named:
    pass


class Old(Named):
    age = 7


class Aged(Named):
    def __init__(self, years):
        self.years = years


def age(named):
    if hasattr(named, "years"):
        return named.years
    try:
        return named.age
    except AttributeError:
        return -1


def entry_point(argv):
    shapes = [Circle("c", 1), Square("s", 2), Dot("d"), Ring("r", 3, 1)]
    total = 0
    for shape in shapes:
        total += size(shape) + sides(shape) + Frame(shape).inner()
        if shape.name == "s" and shape.owner is shape:
            total += 1
        if isinstance(shape, Circle):
            total += shape.radius
        print(shape.label)
    for solid in [Solid(), Ball()]:
        total += solid.weight
    print(total, age(Old()), age(Aged(3)), age(Named()))
    return 0


def target(driver, args):
    return entry_point, None
