"""match: literals, or-patterns, guards, captures, sequences with stars, mappings, classes by position and keyword, nesting."""


class Shape(object):
    __match_args__ = ("x", "y")

    def __init__(self, x, y):
        self.x = x
        self.y = y


class Circle(Shape):
    __match_args__ = ("x", "y", "r")

    def __init__(self, x, y, r):
        Shape.__init__(self, x, y)
        self.r = r


class Op(object):
    pass


class Lit(Op):
    def __init__(self, n):
        self.n = n


class Bin(Op):
    def __init__(self, op, left, right):
        self.op = op
        self.left = left
        self.right = right


def number(n):
    match n:
        case 0:
            return "zero"
        case 1 | 2 | 3:
            return "small"
        case -1:
            return "minus one"
        case x if x > 100:
            return "big %d" % x
        case x if x < 0:
            return "negative %d" % -x
        case _:
            return "other"


def word(s):
    match s:
        case "":
            return "empty"
        case "go" | "run" as verb:
            return "verb " + verb
        case other:
            return "unknown " + other


def listed(l):
    match l:
        case []:
            return "none"
        case [x]:
            return "one %d" % x
        case [0, *rest]:
            return "zero then %d" % len(rest)
        case [a, b]:
            return "two %d %d" % (a, b)
        case [first, *mid, last] if first == last:
            return "same ends %d around %s" % (first, mid)
        case [first, *_]:
            return "many from %d" % first


def paired(t):
    match t:
        case (0, 0):
            return "origin"
        case (0, y):
            return "y=%d" % y
        case (x, 0):
            return "x=%d" % x
        case (x, y) if x == y:
            return "diagonal"
        case (x, y):
            return "%d,%d" % (x, y)


def shape(s):
    match s:
        case None:
            return "nothing"
        case Circle(0, 0, r):
            return "centered r=%d" % r
        case Circle(x, y, r=1):
            return "unit at %d,%d" % (x, y)
        case Circle():
            return "circle"
        case Shape(x=0):
            return "on axis"
        case Shape(x, y):
            return "shape %d %d" % (x, y)


def evaluate(e):
    match e:
        case Lit(n=n):
            return n
        case Bin(op="+", left=l, right=r):
            return evaluate(l) + evaluate(r)
        case Bin(op="*", left=Lit(n=0)):
            return 0
        case Bin(op="*", left=l, right=r):
            return evaluate(l) * evaluate(r)
        case Bin(op=op):
            raise ValueError("no operator " + op)
    raise TypeError("what")


def config(d):
    match d:
        case {"host": h, "port": p}:
            return h + ":" + p
        case {"host": h}:
            return h + ":80"
        case _:
            return "%d keys" % len(d)


def in_loop(l):
    out = []
    for x in l:
        match x % 5:
            case 0:
                continue
            case 4:
                break
            case r:
                out.append(r)
    return out


def entry_point(argv):
    for n in [0, 2, -1, 500, -7, 50]:
        print(n, number(n))
    for s in ["", "go", "run", "sit"]:
        print(word(s))
    for l in [[], [4], [0, 5, 6], [1, 2], [3, 9, 8, 3], [3, 4, 5], [0], [0, 1]]:
        print(l, listed(l))
    for t in [(0, 0), (0, 3), (4, 0), (5, 5), (1, 2)]:
        print(t, paired(t))
    for c in [None, Circle(0, 0, 5), Circle(1, 2, 1), Circle(3, 3, 3), Shape(0, 4), Shape(5, 6)]:
        print(shape(c))
    tree = Bin("+", Lit(4), Bin("*", Lit(5), Lit(6)))
    print(evaluate(tree), evaluate(Bin("*", Lit(0), Bin("-", Lit(1), Lit(2)))))
    try:
        evaluate(Bin("+", Lit(1), Bin("-", Lit(1), Lit(2))))
    except ValueError as e:
        print(e)
    print(config({"host": "h", "port": "8080"}), config({"host": "h"}), config({"a": "b", "c": "d"}))
    print(in_loop(list(range(1, 12))), in_loop([6, 7, 10, 8, 9, 11]))
    return 0


def target(driver, args):
    return entry_point
