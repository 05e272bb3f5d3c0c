class W(object):
    name = "w"
    prio = 0
    table = [1, 2]

    def __init__(self, a, b=2, c=3):
        self.t = a + b * 10 + c * 100

    @staticmethod
    def make(n):
        return W(n)

    @staticmethod
    def parse(s):
        return len(s)

    @classmethod
    def create(cls, n):
        return cls(n)

    def val(self):
        return self.t


class V(W):
    name = "v"
    prio = 5
    table = [3]

    def __init__(self, a, b=4, c=5, d=6):
        W.__init__(self, a, b, c)
        self.t += d * 1000

    @staticmethod
    def make(n):
        return V(n, 1)

    @staticmethod
    def parse(s):
        return -len(s)


class U(W):
    prio = 9


class Plain(W):
    def __init__(self, a):
        self.t = a

    @staticmethod
    def make(n):
        return Plain(n + 1000)


CL = [W, V, U]
D = {"w": W, "v": V, "u": U, "p": Plain}
CONSTRUCTORS = [("w", W.make), ("v", V.make), ("p", Plain.make)]


def entry_point(argv):
    n = len(argv)
    for c in CL:
        print(c.name, c.prio, c.table[0], len(c.table))
        print(c(n).val(), c(n, 7).val(), c(n, 7, 8).val(), c(n, c=1).val(), c(a=n, b=2).val())
        print(c.parse("abc"), c.make(3).val(), c.create(3).val())
    for k in ["w", "v", "u", "p"]:
        c = D[k]
        print(k, c(n).val(), c.name, c.make(2).val(), c.parse("xy"))
    for c in CL:
        o = c(1)
        print(o.parse("12345"), o.make(6).val(), o.create(2).val(), o.prio, o.table[0])
    for name, fn in CONSTRUCTORS:
        print(name, fn(5).val())
    cls = D["v"]
    f = cls.parse
    print(f("qq"))
    best = CL[0]
    for c in CL:
        if c.prio > best.prio:
            best = c
    print(best.name, best is U, best is not V, best == U)
    return 0


def target(driver, args):
    return entry_point, None
