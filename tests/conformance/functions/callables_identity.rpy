# identity, equality, truth and classes of callables of different kinds in one variable
class A(object):
    kind = "A"
    def __init__(self, n): self.n = n
    def __call__(self, x): return x + self.n
class A2(A):
    kind = "A2"
    def extra(self): return self.n * 100
class B(object):
    kind = "B"
    def __init__(self): self.n = "text"
    def __call__(self, x): return x * 2
    def __str__(self): return "B!"
    def __bool__(self): return False
def f(x): return -x
def name_of(h):
    if isinstance(h, A2): return "A2 %d" % h.extra()
    if isinstance(h, A): return "A %d" % h.n
    if isinstance(h, B): return "B " + h.n
    return "other"
def values(argv):
    k = len(argv)
    l = [f, A(3), A2(4), B(), lambda x: x + k]
    for h in l:
        print(name_of(h), h(5), callable(h), bool(h), h is f, h == f, h != f)
    a = l[1]
    print(type(a) is A, type(l[2]) is A, type(l[2]) is A2, l[3])
    if isinstance(a, A): print(a.kind, a.__class__.__name__, a.n)
    insts = [A(1), A2(2)]
    for i in insts: print(i.kind, i.n, i(1), i.__class__.__name__)
    bs = [A(7), B()]
    print([b(1) for b in bs], str(bs[1]))
    d = {}
    for i in range(len(l)): d[l[i]] = i
    print(d[f], d[l[1]], d[l[3]], len(d))
    s = set(l); print(len(s), l[2] in s, A(3) in s)
    l.sort(key=lambda h: h(1))
    print([h(1) for h in l])
    return 0


class Meta(type):
    def __call__(cls, *args):
        o = type.__call__(cls, *args)
        return o
class Boxed(object):
    def __init__(self, x): self.x = x
def mk(x): return Boxed(x)
class Maker(object):
    count = 0
    def __call__(self, x): return Boxed(x)
    def __getattr__(self, name): return name + "!"
def factories(argv):
    l = [Boxed, mk, Maker()]
    for c in l: print(c(3).x)
    c = Maker()
    print(c.foo, hasattr(c, "bar"))
    x = l[0]
    print(x is Boxed, x == Boxed, l[1] is mk, Boxed in l, mk in l)
    def factory(k): return Boxed(k * 10)
    cls = Boxed
    if len(argv) > 0: cls = factory
    print(cls(2).x, cls is Boxed, cls is factory)
    return 0


def entry_point(argv):
    values(argv)
    factories(argv)
    return 0


def target(driver, args):
    return entry_point, None
