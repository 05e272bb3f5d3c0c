class Shape(object):
    names = ["none", "circle"]
    limit = 10

    def __init__(self, n):
        self._n = n
        self.label = None

    @property
    def n(self):
        return self._n

    @staticmethod
    def helper(x):
        return x + 1

    def total(self):
        return self.n + self.limit

class Circle(Shape):
    limit = 20

class Ctx(object):
    def __init__(self):
        self.log = []
    def __enter__(self):
        self.log.append("in")
        return self
    def __exit__(self, a, b, c):
        self.log.append("out")

class Empty(object):
    pass

class Visitor(object):
    def visit(self, node):
        return node.accept(self)
    def visit_num(self, node):
        return node.value
    def visit_add(self, node):
        return self.visit(node.left) + self.visit(node.right)

class Expr(object):
    def accept(self, visitor):
        raise NotImplementedError

class Num(Expr):
    def __init__(self, value):
        self.value = value
    def accept(self, visitor):
        return visitor.visit_num(self)

class Add(Expr):
    def __init__(self, left, right):
        self.left = left
        self.right = right
    def accept(self, visitor):
        return visitor.visit_add(self)

def find(l, name):
    for s in l:
        if s.label == name:
            return s
    return None

def maybe(n):
    if n > 3:
        return [n]
    return None

def maybe_str(n):
    if n > 3:
        return "big"
    return None

def nested(n):
    result = []
    try:
        try:
            if n == 1:
                raise KeyError
            elif n == 2:
                raise IndexError("x")
            result.append("ok")
        except KeyError:
            result.append("key")
            raise ValueError
        else:
            result.append("else")
    except (ValueError, IndexError) as e:
        if isinstance(e, ValueError):
            result.append("value")
        else:
            result.append("index")
    return ",".join(result)

def varargs(*args):
    return len(args)

def loop_else(n):
    for i in range(n):
        if i == 3:
            return "found"
    else:
        return "none"

def entry_point(argv):
    a = Shape(3)
    b = Circle(4)
    print(a.total(), b.total(), Shape.helper(5), b.helper(6))
    print(a.names[1], Circle.limit)
    a.label = "A"
    b.label = "B"
    l = [a, b]
    f = find(l, "B")
    print(f is b, f is None, find(l, "C") is None)
    if f is not None:
        print(f.n)
    with Ctx() as c:
        c.log.append("mid")
    print("/".join(c.log))
    e = Add(Num(1), Add(Num(2), Num(3)))
    print(Visitor().visit(e))
    for n in range(4):
        print(nested(n))
    m = maybe(5)
    if m:
        print(m[0])
    print(maybe(1) is None)
    s = maybe_str(len(argv))
    if s is None:
        print("no str")
    else:
        print(s)
    print(varargs(1, 2, 3), varargs())
    print(loop_else(2), loop_else(5))
    grid = [[0] * 3 for i in range(3)]
    grid[1][2] = 5
    print(grid[1][2], grid[0][2])
    d = {}
    d["a"] = [1, 2]
    d["b"] = [3]
    d["a"].append(4)
    print(len(d["a"]))
    dd = {}
    dd[a] = 1
    dd[b] = 2
    print(dd[b], a in dd)
    fl = {}
    fl[1.5] = "x"
    print(fl[1.5])
    x = Empty()
    x.a = 1
    x.b = "two"
    print(x.a, x.b)
    t = (1, "a", 2.5)
    print(t)
    print([1, 2, 3])
    print(["a", "b"])
    print(a == b, a != b)
    i, (j, k) = 1, (2, 3)
    print(i, j, k)
    keys = d.keys()
    values = [v for v in d.values()]
    print(len(values))
    w = 0
    while w < 3:
        w += 1
    else:
        print("w", w)
    st = "line1\nline2\n"
    print(len(st.splitlines()), st.split("\n")[1])
    big = 1
    for i in range(70):
        big = (big * 3) & 0xffffffff
    print(big)
    lst = [3, 1, 2]
    lst2 = lst[:]
    lst2[0] = 10
    print(lst[0], lst2[0], lst[:-1][1])
    lst[1:2] = [7, 8]
    print(len(lst), lst[1], lst[2])
    del lst[1:3]
    print(len(lst))
    z = ""
    for ch in "hello":
        z = ch + z
    print(z)
    lam = lambda q: q + 1
    print(lam(3))
    try:
        raise Exception("oops")
    except Exception:
        print("caught")
    return 0
