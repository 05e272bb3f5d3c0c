# named tuples: _make of all iterables, _asdict, _fields
from collections import namedtuple
P = namedtuple("P", "x y")
Q = namedtuple("Q", ["a", "b", "c"])
class R(P):
    def dist(self): return self.x * self.x + self.y * self.y
def gen(n):
    for i in range(n): yield i
def entry_point(argv):
    n = len(argv)
    p = P._make([1, n])
    print(p, p._fields, P._fields, len(p))
    print(p._replace(x=5), p._asdict())
    q = Q("s", 1, 2.5)
    print(q._replace(b=9), q)
    q2 = Q._make(("t", 2, 3.5))
    print(q2.a, q2)
    for f in p: print(f)
    for f in P._fields: print(f)
    r = R._make([3, 4])
    print(r.dist(), r, P._make(gen(2)), P._make({3: 1, 4: 2}))
    d = p._asdict()
    d["x"] = 77
    print(d, p, sorted(d.keys()), R(5, 6)._asdict())
    for k, v in P(3, 4)._asdict().items(): print(k, v)
    print([P._make(t) for t in [(1, 2), (3, 4)]], [P._make(t) for t in [[1, 2], [3, 4]]])
    for l in [[1], [1, 2, 3], []]:
        try:
            P._make(l)
        except TypeError as e:
            print(e)
    try:
        P._make(gen(5))
    except TypeError as e:
        print(e)
    return 0


def target(driver, args):
    return entry_point, None
