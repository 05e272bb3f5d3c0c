"""isinstance on class trees, with narrowing; None values; type tests after a merge."""


class Expr(object):
    def evaluate(self, env):
        raise NotImplementedError


class Num(Expr):
    def __init__(self, n):
        self.n = n

    def evaluate(self, env):
        return self.n


class Var(Expr):
    def __init__(self, name):
        self.name = name

    def evaluate(self, env):
        return env[self.name]


class BinOp(Expr):
    def __init__(self, left, right):
        self.left = left
        self.right = right


class Add(BinOp):
    def evaluate(self, env):
        return self.left.evaluate(env) + self.right.evaluate(env)


class Mul(BinOp):
    def evaluate(self, env):
        return self.left.evaluate(env) * self.right.evaluate(env)


def simplify(e):
    if isinstance(e, BinOp):
        left = simplify(e.left)
        right = simplify(e.right)
        if isinstance(left, Num) and isinstance(right, Num):
            if isinstance(e, Add):
                return Num(left.n + right.n)
            else:
                return Num(left.n * right.n)
        if isinstance(e, Mul):
            if isinstance(left, Num) and left.n == 0:
                return Num(0)
            return Mul(left, right)
        return Add(left, right)
    return e


def text(e):
    if isinstance(e, Num):
        return str(e.n)
    elif isinstance(e, Var):
        return e.name
    elif isinstance(e, Add):
        return "(%s + %s)" % (text(e.left), text(e.right))
    elif isinstance(e, Mul):
        return "(%s * %s)" % (text(e.left), text(e.right))
    return "?"


def depth(e):
    if not isinstance(e, BinOp):
        return 0
    return 1 + max(depth(e.left), depth(e.right))


def entry_point(argv):
    e = Add(Mul(Num(2), Var("x")), Mul(Num(3), Add(Num(4), Num(5))))
    print(text(e))
    s = simplify(e)
    print(text(s))
    print(depth(e))
    print(depth(s))
    env = {"x": 10}
    print(e.evaluate(env))
    print(s.evaluate(env))
    print(text(simplify(Mul(Num(0), Var("y")))))
    print(isinstance(None, Expr))
    maybe = [Num(1), None, Var("v")]
    for m in maybe:
        if isinstance(m, Num):
            print("num")
        elif m:
            print("other")
        else:
            print("none")
    return 0


def target(driver, args):
    return entry_point, None
