# annotate: main(int)
class Codec(object):
    def __init__(self, name, factor):
        self.name = name
        self.factor = factor

    def _freeze_(self):
        return True

    def scale(self, n):
        return n * self.factor


SMALL = Codec('small', 2)
BIG = Codec('big', 100)


class Mixin(object):
    _mixin_ = True

    def describe(self):
        return self.label + '!'


class Base(object):
    _immutable_fields_ = ['label', 'table[*]']
    label = 'base'

    def __init__(self, table):
        self.table = table


class Left(Mixin, Base):
    label = 'left'


class Right(Mixin, Base):
    def describe(self):
        return 'right' + Mixin.describe.__name__


def choose(n):
    if n > 10:
        return BIG
    return SMALL


def visit(n, func=None):
    if func is not None:
        return func(n)
    return n


def double(n):
    return n * 2


def main(n):
    c = choose(n)
    r = c.scale(n) + c.factor + len(c.name)
    if n > 3:
        o = Left([1, 2])
    else:
        o = Right([3])
    r += o.table[0]
    m = c.scale
    r += m(3)
    r += visit(n) + visit(n, double)
    return r + len(o.describe()) + len(o.label)
