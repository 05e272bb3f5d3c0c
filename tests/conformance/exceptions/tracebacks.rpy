# each: call method inlined generator reraise finally with_ nested other loop recursion lambda init property
"""Tracebacks: all frames, also of functions that are inlined, generators and methods; exceptions that are raised again."""



class Boom(Exception):
    pass


def leaf(n):
    if n > 0:
        raise Boom
    return n


def small(n):
    return leaf(n) + 1


def middle(n):
    x = small(n)
    return x * 2


def swallow(n):
    try:
        return leaf(n)
    except Boom:
        return -1


class Shape(object):
    def area(self, n):
        raise NotImplementedError


class Square(Shape):
    def __init__(self, side):
        if side < 0:
            raise Boom
        self.side = side

    def area(self, n):
        return middle(self.side + n)

    @property
    def double(self):
        return middle(self.side)


class Manager(object):
    def __enter__(self):
        return self

    def __exit__(self, a, b, c):
        swallow(1)


def numbers(n):
    yield 1
    yield leaf(n)


def total(n):
    s = 0
    for x in numbers(n):
        s += x
    return s


def again_bare(n):
    try:
        return middle(n)
    except Boom:
        swallow(n)
        raise


def again_value(n):
    try:
        return middle(n)
    except Boom as e:
        raise e


def cleaning(n):
    try:
        return middle(n)
    finally:
        swallow(n)


def nested(n):
    try:
        try:
            return middle(n)
        except ValueError:
            return 3
    except KeyError:
        return 4


def other(n):
    try:
        return middle(n)
    except Boom:
        return swallow(n) + small(n)


def deep(n):
    if n == 0:
        return leaf(1)
    return deep(n - 1) + 1


def run(what, n):
    if what == 'call':
        return middle(n)
    if what == 'method':
        shapes = [Square(n), Shape()]
        return shapes[0].area(n)
    if what == 'inlined':
        return small(small(n) + small(n))
    if what == 'generator':
        return total(n)
    if what == 'reraise':
        return again_bare(n)
    if what == 'raise_again':
        return again_value(n)
    if what == 'finally':
        return cleaning(n)
    if what == 'with_':
        with Manager():
            return middle(n)
    if what == 'nested':
        return nested(n)
    if what == 'other':
        return other(n)
    if what == 'loop':
        i = -5
        while True:
            i = small(i)
    if what == 'recursion':
        return deep(10)
    if what == 'lambda':
        f = lambda x: leaf(x)
        return f(n)
    if what == 'init':
        return Square(-n).side
    if what == 'property':
        return Square(n).double
    return 0


def entry_point(argv):
    print(what_is(argv))
    print(run(argv[1], len(argv) - 1))
    return 0


def what_is(argv):
    return "running " + argv[1]


def target(driver, args):
    return entry_point, None
