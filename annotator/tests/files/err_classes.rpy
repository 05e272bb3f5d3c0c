# annotate: main(int)
class A(object):
    pass


class B(object):
    pass


class Slots(object):
    _attrs_ = ['x']


def make(n):
    if n:
        return A()
    return B()


def slots():
    s = Slots()
    s.x = 1
    s.y = 2
    return s.x


def main(n):
    x = slots()
    make(n)
    return x
