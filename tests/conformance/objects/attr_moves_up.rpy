"""Attributes that are set in subclasses and read through the base; None defaults."""


class Base(object):
    value = 0
    label = None

    def total(self):
        return self.value + self.bonus()

    def bonus(self):
        return 0


class A(Base):
    def __init__(self, v):
        self.value = v


class B(Base):
    value = 7
    label = "bee"

    def bonus(self):
        return 100


class C(B):
    def __init__(self):
        self.label = "sea"
        self.only_c = 5


def make(n):
    if n == 0:
        return A(3)
    elif n == 1:
        return B()
    else:
        return C()


class Holder(object):
    pass


def entry_point(argv):
    for i in range(3):
        o = make(i)
        print(o.total())
        if o.label is None:
            print("no label")
        else:
            print(o.label)
        if isinstance(o, C):
            print(o.only_c)
    h = Holder()
    h.item = make(1)
    print(h.item.total())
    h.item = make(2)
    print(h.item.total())
    h.item = None
    print(h.item is None)
    return 0


def target(driver, args):
    return entry_point, None
