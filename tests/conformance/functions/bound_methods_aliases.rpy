# bound methods of one function under several names: equal by function and object
class Shape(object):
    def __init__(self, n):
        self.n = n
    def area(self):
        return self.n
    size = area
    def perimeter(self):
        return self.n + 100


class Square(Shape):
    def area(self):                     # size stays Shape's
        return self.n * self.n


class Cube(Square):
    size = Square.area                  # one function again


class Line(Shape):
    pass


class Other(object):
    def __init__(self, n):
        self.n = n
    def run(self):
        return -self.n
    walk = run


def pick(shapes, i):
    return shapes[i % len(shapes)]


FIXED = Square(9)
FIXED_AREA = FIXED.area
FIXED_AREA2 = FIXED.area
FIXED_SIZE = FIXED.size


def entry_point(argv):
    shapes = [Shape(2), Square(3), Cube(4), Line(5)]
    for i in range(4):
        s = pick(shapes, i)
        t = pick(shapes, i + 1)
        print(s.area == s.size, s.area != s.size, s.size == s.size, s.area == t.size, s.area == s.perimeter)
    print(Shape(1).area == Shape(1).area, FIXED_AREA == FIXED_AREA2, FIXED_AREA == FIXED_SIZE)
    print(FIXED.area == FIXED_AREA, FIXED.size == FIXED_AREA, pick([FIXED], 3).area == FIXED_AREA)
    m = pick(shapes, 1).area
    print(m.__self__.n, m.__self__ is shapes[1])

    # the same among objects that stand for methods
    s, q, c = shapes[0], shapes[1], shapes[2]
    o = Other(7)
    calls = [s.area, s.size, q.area, q.size, c.area, c.size, s.perimeter, o.run, o.walk]
    for f in calls:
        print(f(), [f == g for g in calls])
    print(calls.index(s.size), calls.index(q.size), calls.index(c.size), calls.index(o.walk))
    print(calls.count(s.area), calls.count(q.area), o.walk in calls, Other(7).walk in calls)
    named = {s.area: "s.area", q.area: "q.area"}
    named[s.size] = "s.size"
    named[q.size] = "q.size"
    named[o.run] = "o.run"
    named[o.walk] = "o.walk"
    print(len(named), named[s.area], named[q.area], named[q.size], named[o.run])
    seen = set([c.size, c.area, o.walk])
    print(len(seen), c.area in seen, o.run in seen, s.area in seen)
    return 0


def target(driver, args):
    return entry_point, None
