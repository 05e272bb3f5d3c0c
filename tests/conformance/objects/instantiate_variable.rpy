from rpython.rlib.objectmodel import instantiate


class Base(object):
    kind = "base"
    x = 0

    def show(self):
        return self.kind + str(self.x)


class A(Base):
    kind = "a"

    def __init__(self, x):
        self.x = x


class B(Base):
    kind = "b"

    def __init__(self, x, y):
        self.x = x + y
        self.y = y


class C(B):
    kind = "c"


TYPES = [A, B, C, Base]
BYNAME = {"A": A, "B": B, "C": C}


def make(cls, x):
    o = instantiate(cls)
    o.x = x
    return o


def pick(n):
    if n == 0:
        return A
    elif n == 1:
        return B
    return C


def entry_point(argv):
    for i in range(len(TYPES)):
        print(make(TYPES[i], i).show())
    for i in range(3):
        print(make(pick(i), i * 10).show())
    o = instantiate(BYNAME["B"])
    o.x = 4
    print(o.show(), isinstance(o, B), isinstance(o, C))
    o = instantiate(A)
    print(o.x, o.show())
    return 0


def target(driver, args):
    return entry_point, None
