"""Symbolic expressions by operator overloading: simplifying, deriving, evaluating, printing with few parentheses."""
from rpython.rlib.objectmodel import specialize


class Expr(object):
    level = 9

    def __add__(self, other):
        return Add(self, lift(other))

    def __radd__(self, other):
        return Add(lift(other), self)

    def __sub__(self, other):
        return Add(self, Mul(Num(-1), lift(other)))

    def __rsub__(self, other):
        return Add(lift(other), Mul(Num(-1), self))

    def __mul__(self, other):
        return Mul(self, lift(other))

    def __rmul__(self, other):
        return Mul(lift(other), self)

    def __pow__(self, n):
        return Pow(self, n)

    def __neg__(self):
        return Mul(Num(-1), self)

    def __eq__(self, other):
        return self.key() == other.key()

    def __ne__(self, other):
        return not self == other

    def __hash__(self):
        return hash(self.key())

    def key(self):
        return str(self)

    def simplify(self):
        return self

    def wrap(self, level):
        text = str(self)
        return text if self.level >= level else "(" + text + ")"


class Num(Expr):
    def __init__(self, value):
        self.value = value
        if value < 0:
            self.level = 1

    def __str__(self):
        return str(self.value)

    def derive(self, name):
        return Num(0)

    def at(self, env):
        return self.value

    def names(self):
        return set()


class Var(Expr):
    def __init__(self, name):
        self.name = name

    def __str__(self):
        return self.name

    def derive(self, name):
        return Num(1 if name == self.name else 0)

    def at(self, env):
        return env[self.name]

    def names(self):
        return {self.name}


class Binary(Expr):
    def __init__(self, left, right):
        self.left = left
        self.right = right

    def at(self, env):
        return self.apply(self.left.at(env), self.right.at(env))

    def names(self):
        return self.left.names() | self.right.names()


class Add(Binary):
    level = 1

    def apply(self, a, b):
        return a + b

    def __str__(self):
        right = self.right.wrap(1)
        if right.startswith("-"):
            return "%s - %s" % (self.left.wrap(1), right[1:])
        return "%s + %s" % (self.left.wrap(1), right)

    def derive(self, name):
        return self.left.derive(name) + self.right.derive(name)

    def simplify(self):
        a, b = self.left.simplify(), self.right.simplify()
        if isinstance(a, Num) and isinstance(b, Num):
            return Num(a.value + b.value)
        if isinstance(a, Num) and a.value == 0:
            return b
        if isinstance(b, Num) and b.value == 0:
            return a
        k, x = split(a)
        m, y = split(b)
        if x == y:
            return Mul(Num(k + m), x).simplify()
        if isinstance(a, Num):
            return Add(b, a)
        return Add(a, b)


class Mul(Binary):
    level = 2

    def apply(self, a, b):
        return a * b

    def __str__(self):
        if isinstance(self.left, Num) and self.left.value == -1:
            return "-" + self.right.wrap(2)
        return "%s*%s" % (str(self.left) if isinstance(self.left, Num) else self.left.wrap(2), self.right.wrap(2))

    def derive(self, name):
        return self.left.derive(name) * self.right + self.left * self.right.derive(name)

    def simplify(self):
        a, b = self.left.simplify(), self.right.simplify()
        if isinstance(b, Num):
            a, b = b, a
        if isinstance(a, Num):
            if isinstance(b, Num):
                return Num(a.value * b.value)
            if a.value == 0:
                return Num(0)
            if a.value == 1:
                return b
            k, x = split(b)
            if k != 1:
                return Mul(Num(a.value * k), x).simplify()
            return Mul(a, b)
        k, x = split(a)
        m, y = split(b)
        if k * m != 1:
            return Mul(Num(k * m), Mul(x, y)).simplify()
        if base(a) == base(b):
            return Pow(base(a), exponent(a) + exponent(b)).simplify()
        return Mul(a, b)


class Pow(Expr):
    level = 3

    def __init__(self, body, n):
        self.body = body
        self.n = n

    def __str__(self):
        return "%s^%d" % (self.body.wrap(4), self.n)

    def derive(self, name):
        return self.n * self.body ** (self.n - 1) * self.body.derive(name)

    def at(self, env):
        return self.body.at(env) ** self.n

    def names(self):
        return self.body.names()

    def simplify(self):
        body = self.body.simplify()
        if self.n == 0:
            return Num(1)
        if self.n == 1:
            return body
        if isinstance(body, Num):
            return Num(body.value ** self.n)
        if isinstance(body, Pow):
            return Pow(body.body, body.n * self.n)
        return Pow(body, self.n)


@specialize.argtype(0)
def lift(x):
    if isinstance(x, int):
        return Num(x)
    return x


def split(e):
    if isinstance(e, Mul):
        left = e.left
        if isinstance(left, Num):
            return left.value, e.right
    return 1, e


def base(e):
    return e.body if isinstance(e, Pow) else e


def exponent(e):
    return e.n if isinstance(e, Pow) else 1


def entry_point(argv):
    x, y, z = Var("x"), Var("y"), Var("z")
    env = {"x": 3, "y": -2, "z": 7}
    samples = [x + 0, 0 + x, x * 1, 0 * x, x + x, 2 * x + 3 * x, x - x, x * x, x ** 2 * x ** 3, (x + 1) * (x + 1),
               (x ** 2) ** 3, 1 - x, -(-x), 2 * (3 * (4 * x)), x * 5 * y * 2, (x + y) ** 2 - z, 5 + x, x ** 1 + y ** 0,
               lift(3) * 4 + 5, (x + y) * (x - y), -x ** 2, (-x) ** 2, x - (y - z), x - 3 * y]
    for e in samples:
        s = e.simplify()
        assert e.at(env) == s.at(env)
        print("%-22s -> %-16s = %d" % (e, s, s.at(env)))
    for e in [x ** 3, 4 * x ** 2 + 3 * x + 2, (x + 1) ** 5, x * y * x, (x * y + z) ** 2, z * 7]:
        print("d/dx %s = %s; d/dy = %s" % (e, e.derive("x").simplify(), e.derive("y").simplify()))
    table = {}
    for e in samples:
        s = e.simplify()
        table[s] = table.get(s, 0) + 1
    print(len(table), [str(s) for s in table if table[s] > 1])
    print(sorted((x * y + z * x).names()), x + y == x + y, x + y != y + x, len({x, Var("x"), y}))
    try:
        print((x + Var("unknown")).at(env))
    except KeyError as e:
        print("unbound", e)
    total = Num(0)
    for i in range(1, 6):
        total += i * x ** (i % 3)
    print(total, "|", total.simplify())
    print([e.__class__.__name__ for e in [x, x + y, x * y, x ** 2, -x, lift(4)]])
    return 0


def target(driver, args):
    return entry_point
