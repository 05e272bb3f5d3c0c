class Op(object):
    name = "op"
    arity = 0
    def run(self, a, b):
        return 0

class AddOp(Op):
    name = "add"
    arity = 2
    def run(self, a, b):
        return a + b

class NegOp(Op):
    name = "neg"
    arity = 1
    def run(self, a, b):
        return -a

CLASSES = [AddOp, NegOp]
BY_NAME = {}
for c in CLASSES:
    BY_NAME[c.name] = c

class Frozen(object):
    def __init__(self, n):
        self.n = n
    def _freeze_(self):
        return True

F1 = Frozen(1)
F2 = Frozen(2)

def pick(n):
    if n > 1:
        return F1
    return F2

class Error(Exception):
    def __init__(self, msg):
        self.msg = msg

class Recursive(object):
    def __init__(self, depth):
        self.children = []
        if depth > 0:
            for i in range(2):
                self.children.append(Recursive(depth - 1))
    def count(self):
        n = 1
        for c in self.children:
            n += c.count()
        return n

def helper(n):
    if n == 0:
        raise Error("zero")
    return 10 // n

def entry_point(argv):
    for c in CLASSES:
        print(c.name, c.arity, c().run(4, 5))
    print(BY_NAME["neg"]().name)
    print(pick(len(argv)).n, pick(0).n)
    o = AddOp()
    print(o.__class__.name)
    t = 0
    for i in range(3):
        try:
            t += helper(i)
        except Error as e:
            print(e.msg)
    print(t)
    print(Recursive(4).count())
    print(isinstance(o, Op), isinstance(o, NegOp))
    return 0
