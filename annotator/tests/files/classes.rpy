# annotate: main(int)
class Shape(object):
    sides = 0
    name = None

    def __init__(self, size):
        self.size = size

    def area(self):
        raise NotImplementedError

    def twice(self):
        return self.area() * 2


class Square(Shape):
    sides = 4

    def area(self):
        return self.size * self.size


class Circle(Shape):
    def __init__(self, r):
        Shape.__init__(self, r)
        self.r = float(r)
        self.name = 'circle'

    def area(self):
        return int(3.14 * self.r * self.r)


def pick(n):
    if n > 3:
        return Square(n)
    if n == 0:
        return None
    return Circle(n)


def main(n):
    s = pick(n)
    if s is None:
        return -1
    if isinstance(s, Circle):
        if s.r > 2.0:
            return s.sides
    return s.twice()
