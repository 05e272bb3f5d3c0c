class Base(object):
    def run(self, a):
        return a

class Sub(Base):
    def run(self, a, b=10):
        return a + b

class Third(Base):
    def run(self, a, *rest):
        return a * 2 + len(rest)

def f(x):
    return x

def g(x, y=5):
    return x + y

def h(x=1, y=2):
    return x * y

TWO = [g, h]
ALL = [f, g, h]

def entry_point(argv):
    for o in [Base(), Sub(), Third()]:
        print(o.run(1))
    print(Sub().run(1, 2), Third().run(1, 2, 3))
    for fn in ALL:
        print(fn(3))
    for fn in TWO:
        print(fn(3), fn(3, 4))
    for fn in TWO:
        print(fn(y=7, x=2))
    return 0
