def shapes(kind, size):
    """Local classes: with inheritance, that refer to themselves and to each other."""
    class Shape(object):
        sides = 0

        def __init__(self, size):
            self.size = size

        def area(self):
            return 0

        def describe(self):
            return '%s %d sides, area %d' % (self.name(), self.sides, self.area())

        def name(self):
            return 'shape'

        def bigger(self):
            return Square(self.size + 1)

    class Square(Shape):
        sides = 4

        def area(self):
            return self.size * self.size

        def name(self):
            return 'square'

        def split(self):
            return [Line(self.size) for i in range(4)]

    class Line(Shape):
        sides = 1

        def name(self):
            return 'line'

        def bigger(self):
            return Line(self.size * 2)

        @staticmethod
        def unit():
            return Line(1)
    if kind == 0:
        s = Shape(size)
    elif kind == 1:
        s = Square(size)
        out = ''
        for line in s.split():
            out += line.describe() + ';'
        print(out)
    else:
        s = Line.unit()
        s.size = size
    return [s.describe(), s.bigger().describe()]




def use_stack(items):
    class Node(object):
        def __init__(self, value, next):
            self.value = value
            self.next = next

        def length(self):
            n = 0
            node = self
            while node is not None:
                n += 1
                node = node.next
            return n

        def pushed(self, value):
            return Node(value, self)

    class Empty(Exception):
        def __init__(self, what):
            self.what = what
    top = None
    for i in items:
        top = Node(i, top)

    def pop():
        nonlocal top
        if top is None:
            raise Empty('stack')
        v = top.value
        top = top.next
        return v
    total = 0
    if top is not None:
        print(top.length(), top.pushed(1).length())
    try:
        while True:
            total = total * 10 + pop()
    except Empty as e:
        print('empty ' + e.what)
    return total


def parity(n):
    def even(k):
        return True if k == 0 else odd(k - 1)

    def odd(k):
        return False if k == 0 else even(k - 1)
    return even(n)


def parity_limit(n, limit):
    def even(k):
        if k > limit:
            return False
        return True if k == 0 else odd(k - 1)

    def odd(k):
        return False if k == 0 else even(k - 1)
    fs = [even, odd]
    return [f(n) for f in fs]


def make(n):
    class Point(object):
        scale = 2

        def __init__(self, x):
            self.x = x

        def get(self):
            return self.x * self.scale

    class Sub(Point):
        def get(self):
            return Point.get(self) + 1

        def twice(self):
            return super().get() * 2
    if n > 1:
        return Point(n)
    return Sub(n)


def entry_point(argv):
    for kind in range(3):
        for line in shapes(kind, 3):
            print(line)
    print(use_stack([1, 2, 3]))
    print(use_stack([]))
    print(parity(10), parity(7))
    print(parity_limit(10, 20), parity_limit(10, 5))
    print(make(1).get(), make(5).get())
    return 0


def target(driver, args):
    return entry_point, None
