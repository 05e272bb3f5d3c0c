class X(object):
    label = "x"
    def __init__(self, v=1):
        self.v = v
    def show(self):
        return "%s %d" % (self.label, self.v)

class Y(X):
    label = "y"
    def __init__(self, v=2, w=3):
        X.__init__(self, v)
        self.w = w

class Z(X):
    label = "z"

def f(n):
    return n + 1

def g(n):
    return n * 2

def h(n):
    return -n

NAMES = {f: "f", g: "g", h: "h"}
CLASSES = {X: 1, Y: 2, Z: 3}
BYCLASS = [X, Y, Z, Y]

def entry_point(argv):
    n = len(argv)
    for fn in [f, g, h, g]:
        print(NAMES[fn], fn(n))
    for c in BYCLASS:
        print(CLASSES[c], c.label, c().show(), c(7).show(), c(v=9).show())
    seen = {}
    for c in BYCLASS:
        seen[c] = seen.get(c, 0) + 1
    print(seen[X], seen[Y], seen[Z], Z in seen)
    byf = {}
    for fn in [f, g, g]:
        if fn not in byf:
            byf[fn] = []
        byf[fn].append(fn(10))
    print(byf[f], byf[g], h in byf)
    s = set()
    for fn in [f, g, g]:
        s.add(fn)
    print(len(s), h in s, f in s)
    pairs = {(X, f): 1, (Y, g): 2}
    print(pairs[(Y, g)], (X, g) in pairs)
    objs = {}
    for c in BYCLASS:
        o = c()
        objs[type(o)] = o.v
    print(objs[X], objs[Y], objs[Z])
    return 0


def target(driver, args):
    return entry_point, None
