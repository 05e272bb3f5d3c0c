class A(object):
    def __init__(self, n):
        self.n = n
    def __call__(self, x=1):
        return self.n + x

class NoCall(object):
    pass

class Sub(NoCall):
    def __call__(self):
        return 4

def f():
    return 1

class Fr(object):
    def __init__(self, n):
        self.n = n
    def _freeze_(self):
        return True
    def __call__(self, x):
        return x * self.n

FR = [Fr(2), Fr(3)]

def apply(x, g):
    if callable(g):
        return g(x)
    return -1

def entry_point(argv):
    n = len(argv)
    print(callable(A(3)), callable(NoCall()), callable(f), callable(None), callable(3), callable("x"))
    print(callable(A), callable(NoCall), callable([1]), callable(A(1).__call__), callable(len))
    os = [NoCall(), Sub()]
    for o in os:
        print(callable(o))
    g = f if n > 0 else None
    print(callable(g))
    g = None if n > 0 else f
    print(callable(g))
    for k in FR:
        print(k(5))
    print(A(4)(), A(4)(6), A(4)(x=7))
    a = A(n)
    cs = [a, A(10)]
    for c in cs:
        print(c(), c(2))
    print(apply(3, FR[0]))
    return 0

def target(driver, args):
    return entry_point, None
