# classes in containers: constructors with differing signatures
class Node(object):
    arity = 0
    commutative = False
    symbol = "?"
    def __init__(self, *args):
        self.args = [a for a in args]
    def evaluate(self):
        raise NotImplementedError
    @classmethod
    def describe(cls):
        return cls.symbol + "/" + str(cls.arity)
    @staticmethod
    def check(n):
        return n >= 0

class Num(Node):
    symbol = "#"
    def __init__(self, v=0):
        self.v = v
    def evaluate(self):
        return self.v

class Bin(Node):
    arity = 2
    def __init__(self, l, r, line=0):
        self.l = l
        self.r = r
        self.line = line

class Add(Bin):
    symbol = "+"
    commutative = True
    def evaluate(self):
        return self.l.evaluate() + self.r.evaluate()

class Sub(Bin):
    symbol = "-"
    def __init__(self, l, r, line=7, extra="x"):
        Bin.__init__(self, l, r, line)
        self.extra = extra
    def evaluate(self):
        return self.l.evaluate() - self.r.evaluate()
    @staticmethod
    def check(n):
        return n == 2

class Neg(Node):
    arity = 1
    symbol = "~"
    def __init__(self, x, line=1):
        self.x = x
        self.line = line
    def evaluate(self):
        return -self.x.evaluate()

ALL = [Num, Add, Sub, Neg]
BINARY = {}
for c in ALL:
    if c.arity == 2:
        BINARY[c.symbol] = c
UNARY = dict((c.symbol, c) for c in ALL if c.arity == 1)

class Registry(object):
    def __init__(self):
        self.classes = {}
        self.order = []
    def register(self, cls):
        self.classes[cls.symbol] = cls
        self.order.append(cls)
        return cls

REG = Registry()
for c in ALL:
    REG.register(c)

def build(tokens, pos):
    t = tokens[pos]
    if t in BINARY:
        l, p = build(tokens, pos + 1)
        r, p = build(tokens, p)
        cls = BINARY[t]
        if cls.commutative:
            return cls(r, l), p
        return cls(l, r, line=p), p
    if t in UNARY:
        x, p = build(tokens, pos + 1)
        return UNARY[t](x), p
    return Num(int(t)), pos + 1

def entry_point(argv):
    n, p = build(["+", "1", "-", "10", "~", "4"], 0)
    print(n.evaluate(), p, n.symbol, n.describe())
    for c in REG.order:
        print(c.symbol, c.arity, c.describe(), c.check(2), c.check(-1), c.__name__)
    for s in ["+", "-"]:
        c = REG.classes[s]
        print(c is Add, c is Sub, c == Add, issubclass(c, Bin), issubclass(c, Num))
    node = n
    kinds = {}
    for o in [n, Num(3), Num(), Neg(n), Sub(n, n)]:
        kinds[o.__class__] = kinds.get(o.__class__, 0) + 1
    for c in REG.order:
        print(c.__name__, kinds.get(c, 0))
    best = None
    for c in REG.order:
        if best is None or c.arity >= best.arity:
            best = c
    if best is not None:
        print(best.symbol)
    return 0

def target(driver, args):
    return entry_point, None
