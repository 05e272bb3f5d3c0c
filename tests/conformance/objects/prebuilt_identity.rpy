# functions and frozen objects that meet without being called
class Tag(object):
    def __init__(self, name):
        self.name = name
    def _freeze_(self):
        return True

class Other(object):
    def __init__(self, n):
        self.n = n
    def _freeze_(self):
        return True
    def get(self):
        return self.n

RED = Tag("red")
BLUE = Tag("blue")
ONE = Other(1)
TWO = Other(2)

def never1(x):
    return x + 1

def never2(x, y):
    return x + y

def used(s):
    return s + "!"

def used2(s):
    return s + "?"

WHAT = {never1: "n1", never2: "n2", used: "u"}

def kind(o):
    if o is RED:
        return "red"
    if o is ONE:
        return "one"
    if o is None:
        return "none"
    return "?"

def name_of(f):
    if f == never1:
        return "never1"
    elif f is used:
        return f("used")
    elif f != never2:
        return "other"
    return "never2"

def maybe(n):
    if n > 10:
        return None
    return never2

def entry_point(argv):
    n = len(argv)
    print(WHAT[never1], WHAT[never2], WHAT[used])
    for o in [RED, BLUE, ONE, TWO, None]:
        print(kind(o))
    for f in [never1, never2, used, used2]:
        print(name_of(f), f in WHAT)
    for f in [used, used2]:
        print(f("x"))
    m = {RED: 1, ONE: 2}
    print(m[RED], m[ONE], BLUE in m)
    for t in [RED, BLUE]:
        print(t.name, t is RED)
    for t in [ONE, TWO]:
        print(t.get(), t == TWO)
    f = maybe(n)
    print(f is None, f is never2, f == never1)
    f = maybe(n + 20)
    print(f is None, f is never2, not f)
    fs = [used, used2]
    if n > 5:
        fs.append(fs[0])
    print(fs.index(used2), fs.count(used), used in fs, fs[0] == fs[1], fs[0] != fs[1])
    l = lambda x: x
    l2 = lambda x: x + 1
    pick = l if n > 3 else l2
    print(pick is l, pick is l2)
    return 0

def target(driver, args):
    return entry_point, None
