# bound methods: equality, keys, mixtures
class A(object):
    def __init__(self, n):
        self.n = n
    def f(self, x):
        return self.n + x
    def g(self, x):
        return self.n * x
    def __call__(self, x):
        return self.n - x

class B(A):
    def f(self, x):
        return -self.n - x

class C(object):
    def h(self, x):
        return x * 100

def plain(x):
    return x + 1000

def make(k):
    def inner(x):
        return x + k
    return inner

def entry_point(argv):
    n = len(argv)
    a = A(n)
    b = B(n + 1)
    c = C()
    m = a.f
    print(m == a.f, m == b.f, m != a.f, m(3))
    print(a.f == a.g, a.g == a.g, b.f == b.f)
    other = A(n)
    print(a.f == other.f, a.g != other.g)
    calls = [a.f, b.f, a.g, c.h, plain, make(7), make(8)]
    for k in calls:
        print(k(5))
    d = {a.f: "af", b.f: "bf", a.g: "ag"}
    print(d[a.f], d[b.f], d[a.g], b.g in d, len(d))
    same = {a.f: 1, b.f: 2}
    print(same[a.f], same[b.f], other.f in same)
    pair = (a.f, plain, make(3))
    print(pair[0](1), pair[1](1), pair[2](1))
    hs = []
    hs.append(a.g)
    hs.append(b.f)
    hs.append(plain)
    print(hs.index(b.f), plain in hs, a.f in hs)
    hs.remove(b.f)
    print(len(hs), hs[1] == plain, hs[0] == a.g)
    handlers = {"f": a.f, "g": a.g, "p": plain, "l": lambda x: x + n, "h": c.h}
    for k in ["f", "g", "p", "l", "h"]:
        print(k, handlers[k](2))
    return 0

def target(driver, args):
    return entry_point, None
