"""Symbolic expressions built by operators: simplification, derivatives, evaluation, printing, hashing."""

from rpython.rlib.objectmodel import specialize


class Expr(object):
    def __add__(self, other):
        return Add(self, lift(other))

    def __radd__(self, other):
        return Add(lift(other), self)

    def __sub__(self, other):
        return Add(self, Mul(Const(-1), lift(other)))

    def __rsub__(self, other):
        return Add(lift(other), Mul(Const(-1), self))

    def __mul__(self, other):
        return Mul(self, lift(other))

    def __rmul__(self, other):
        return Mul(lift(other), self)

    def __pow__(self, n):
        return Pow(self, n)

    def __neg__(self):
        return Mul(Const(-1), self)

    def __eq__(self, other):
        return isinstance(other, Expr) and self.key() == other.key()

    def __ne__(self, other):
        return not self == other

    def __hash__(self):
        return hash_text(self.key())

    def __str__(self):
        return self.key()

    def key(self):
        raise NotImplementedError

    def diff(self, name):
        raise NotImplementedError

    def simplify(self):
        return self

    def eval(self, env):
        raise NotImplementedError


def hash_text(s):
    h = 7
    for c in s:
        h = (h * 31 + ord(c)) % 1000003
    return h


@specialize.argtype(0)
def lift(x):
    if isinstance(x, Expr):
        return x
    return Const(x)


class Const(Expr):
    def __init__(self, value):
        self.value = value

    def key(self):
        return str(self.value)

    def diff(self, name):
        return Const(0)

    def eval(self, env):
        return self.value

    def __bool__(self):
        return self.value != 0


class Var(Expr):
    def __init__(self, name):
        self.name = name

    def key(self):
        return self.name

    def diff(self, name):
        return Const(1 if name == self.name else 0)

    def eval(self, env):
        return env[self.name]


class Add(Expr):
    def __init__(self, left, right):
        self.left = left
        self.right = right

    def key(self):
        return "(%s + %s)" % (self.left, self.right)

    def diff(self, name):
        return self.left.diff(name) + self.right.diff(name)

    def simplify(self):
        l = self.left.simplify()
        r = self.right.simplify()
        if isinstance(l, Const) and isinstance(r, Const):
            return Const(l.value + r.value)
        if l == Const(0):
            return r
        if r == Const(0):
            return l
        if l == r:
            return Mul(Const(2), l).simplify()
        return Add(l, r)

    def eval(self, env):
        return self.left.eval(env) + self.right.eval(env)


class Mul(Expr):
    def __init__(self, left, right):
        self.left = left
        self.right = right

    def key(self):
        return "%s*%s" % (self.left, self.right)

    def diff(self, name):
        return self.left.diff(name) * self.right + self.left * self.right.diff(name)

    def simplify(self):
        l = self.left.simplify()
        r = self.right.simplify()
        if isinstance(l, Const) and isinstance(r, Const):
            return Const(l.value * r.value)
        for x, y in [(l, r), (r, l)]:
            if isinstance(x, Const):
                if not x:
                    return Const(0)
                if x.value == 1:
                    return y
        if isinstance(r, Const):
            return Mul(r, l)
        return Mul(l, r)

    def eval(self, env):
        return self.left.eval(env) * self.right.eval(env)


class Pow(Expr):
    def __init__(self, base, n):
        self.base = base
        self.n = n

    def key(self):
        return "%s^%d" % (self.base, self.n)

    def diff(self, name):
        return self.n * Pow(self.base, self.n - 1) * self.base.diff(name)

    def simplify(self):
        b = self.base.simplify()
        if self.n == 0:
            return Const(1)
        if self.n == 1:
            return b
        if isinstance(b, Const):
            v = 1
            for i in range(self.n):
                v *= b.value
            return Const(v)
        return Pow(b, self.n)

    def eval(self, env):
        v = 1
        b = self.base.eval(env)
        for i in range(self.n):
            v *= b
        return v


def entry_point(argv):
    x = Var("x")
    y = Var("y")
    e = 3 * x ** 2 + 2 * x * y - y + 7
    print(e)
    print(e.simplify())
    d = e.diff("x")
    print(d)
    print(d.simplify())
    print(e.diff("y").simplify())
    env = {"x": 4, "y": 5}
    print(e.eval(env), d.eval(env), (1 - x).eval(env), (-x).eval(env))
    print(x + x == x + x, x + y == y + x, (x + x).simplify())
    print(x != y, x != Var("x"))
    counts = {}
    for t in [x, y, x + 1, Var("x"), x + 1, 1 + x]:
        if t in counts:
            counts[t] += 1
        else:
            counts[t] = 1
    for t in counts:
        print("%s: %d" % (t, counts[t]))
    print([x, y, Var("z")].index(Var("y")))
    print((x * 0 + 5 * 1).simplify())
    try:
        Expr().eval(env)
    except NotImplementedError:
        print("abstract")
    return 0


def target(driver, args):
    return entry_point, None
