"""Classes: inheritance, virtual methods, class attributes, overriding, calls of the base method."""


class Shape(object):
    sides = 0
    name = "shape"

    def __init__(self, scale):
        self.scale = scale

    def area(self):
        return 0

    def describe(self):
        return "%s with %d sides, area %d, %s" % (self.name, self.sides, self.area(), self.extra())

    def extra(self):
        return "scale %d" % self.scale


class Square(Shape):
    sides = 4
    name = "square"

    def area(self):
        return self.scale * self.scale


class Rectangle(Square):
    name = "rectangle"

    def __init__(self, scale, ratio):
        Square.__init__(self, scale)
        self.ratio = ratio

    def area(self):
        return Square.area(self) * self.ratio

    def extra(self):
        return Shape.extra(self) + " ratio %d" % self.ratio


class Triangle(Shape):
    sides = 3
    name = "triangle"

    def area(self):
        return self.scale * self.scale // 2


class Empty:
    pass


def entry_point(argv):
    shapes = [Shape(1), Square(3), Rectangle(2, 5), Triangle(4)]
    total = 0
    for s in shapes:
        print(s.describe())
        total += s.area()
    print(total)
    print(shapes[2].sides)
    e = Empty()
    e.value = 3
    e.value += 1
    print(e.value)
    s = shapes[1]
    s.scale = 10
    print(s.area())
    print(shapes[1] is s)
    print(shapes[0] is s)
    print(s == shapes[1])
    print(s != shapes[1])
    return 0


def target(driver, args):
    return entry_point, None
