class Base(object):
    kind = 0
    def run(self):
        raise NotImplementedError
    def opt(self):
        raise NotImplementedError("opt")

class A(Base):
    kind = 1
    def run(self):
        return 1

class B(Base):
    kind = 2
    def run(self):
        return 2
    def opt(self):
        return "b"

class Never(Base):
    kind = 3
    def run(self):
        return self.secret + 1

class C(B):
    pass

class Abstract(object):
    def go(self):
        raise NotImplementedError

class Unused(Abstract):
    def go(self):
        return 1

def check(x):
    if isinstance(x, Never):
        return x.secret
    if type(x) is A:
        return -1
    if type(x) is B:
        return -2
    if type(x) == C:
        return -3
    return 0

def use_abstract(x):
    if x is not None:
        return x.go()
    return 0

dead = lambda x: x.foo.bar(3)

def never_called(x):
    return x.foo + undefined_name

HANDLERS = {"a": lambda x: x + 1}
UNUSED = [lambda y: y.nothing, never_called]

def issub(a, b):
    return issubclass(a, b)

def entry_point(argv):
    n = len(argv)
    for x in [A(), B(), C()]:
        print(x.run(), check(x), type(x).__name__, x.__class__.__name__, type(x).kind)
        try:
            print(x.opt())
        except NotImplementedError:
            print("not implemented")
        print(type(x) is B, isinstance(x, B), isinstance(x, (A, C)), type(x) == type(A()))
    print(use_abstract(None))
    for c in [A, B, C]:
        for d in [B, Base]:
            print(issub(c, d), c is d)
    print(HANDLERS["a"](n))
    if n > 100:
        print(len(UNUSED))
    f = lambda: 3
    print(f())
    g = lambda z: z.nope
    if n > 50:
        print(g is None)
    cls = A
    if n > 0:
        cls = C
    o = cls()
    print(o.run(), type(o) is cls, isinstance(o, cls), cls.__name__)
    return 0

def target(driver, args):
    return entry_point, None
