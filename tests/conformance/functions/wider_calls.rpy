# Calls that see more and more of the same methods: what one passes goes to all that it reaches, and to no others.


class Shape(object):
    def __init__(self, n):
        self.n = n

    def area(self, k):
        return self.n + k

    def name(self, prefix):
        return prefix


class Square(Shape):
    def area(self, k):
        return self.n * k

    def name(self, prefix):
        return prefix + 'square'


class Circle(Shape):
    def area(self, k):
        if k < 0:
            return -1
        return 3 * self.n * k

    def name(self, prefix):
        return None


class Dot(Circle):
    def area(self, k):
        return k - k

    def name(self, prefix):
        if prefix is None:
            return 'no prefix'
        return prefix + 'dot'


def one(n):
    s = Square(n) if n > 1 else Shape(n)
    return s.area(1), s.name('a ')


def two(n):
    s = Circle(n) if n > 1 else Shape(n)
    return s.area(-2), s.name('b ')


def three(n):
    s = Dot(n) if n > 1 else Shape(n)
    return s.area(n), s.name('c ')


def dots(n):
    s = Dot(n) if n > 1 else Circle(n)
    return s.area(7), s.name(None)


def plus(n):
    return n + 1


def times(n):
    return n * 3


def minus(n):
    return n - 100


def negative(n):
    if n > 2:
        return times
    return minus


def entry_point(argv):
    for n in range(4):
        for area, name in [one(n), two(n), three(n), dots(n)]:
            print('%d %s' % (area, 'none' if name is None else name))
        small = [plus, times][n & 1]
        all = [plus, times, minus][n % 3]
        print('%d %d %d' % (small(5), all(n), negative(n)(2)))
    return 0


def target(driver, args):
    return entry_point, None


if __name__ == '__main__':
    import sys
    entry_point(sys.argv)
