# origin: after published programs
"""Goal-directed evaluation as in Icon: every expression is a machine that resumes for its next result; alternation, limits, `every`,
scanning with backtracking, values of several classes, sharing of state by undo."""
from rpython.rlib.objectmodel import specialize, import_from_mixin


class Value(object):
    def image(self):
        raise NotImplementedError

    def number(self):
        raise Failure("number expected")


class Int(Value):
    def __init__(self, n):
        self.n = n

    def image(self):
        return str(self.n)

    def number(self):
        return self.n


class Str(Value):
    def __init__(self, s):
        self.s = s

    def image(self):
        return '"' + self.s + '"'

    def number(self):
        try:
            return int(self.s)
        except ValueError:
            raise Failure("number expected: " + self.s)


class Failure(Exception):
    def __init__(self, why):
        self.why = why


class Context(object):
    def __init__(self):
        self.vars = {}
        self.subject = ""
        self.pos = 0
        self.resumed = 0


class Expr(object):
    def start(self, ctx):
        """A fresh activation."""
        raise NotImplementedError


class Activation(object):
    """`next` gives a value, or None for failure."""
    def next(self, ctx):
        raise NotImplementedError


class OnceMixin(object):
    """Activations with one result."""
    done = False

    def next(self, ctx):
        if self.done:
            return None
        self.done = True
        return self.once(ctx)


class Literal(Expr):
    def __init__(self, value):
        self.value = value

    def start(self, ctx):
        return LiteralActivation(self)


class LiteralActivation(Activation):
    import_from_mixin(OnceMixin)

    def __init__(self, expr):
        self.expr = expr

    def once(self, ctx):
        return self.expr.value


class Variable(Expr):
    def __init__(self, name):
        self.name = name

    def start(self, ctx):
        return VariableActivation(self)


class VariableActivation(Activation):
    import_from_mixin(OnceMixin)

    def __init__(self, expr):
        self.expr = expr

    def once(self, ctx):
        return ctx.vars.get(self.expr.name, None)


class To(Expr):
    def __init__(self, low, high, by):
        self.low, self.high, self.by = low, high, by

    def start(self, ctx):
        return ToActivation(self)


class ToActivation(Activation):
    def __init__(self, expr):
        self.i, self.expr = expr.low - expr.by, expr

    def next(self, ctx):
        ctx.resumed += 1
        self.i += self.expr.by
        if self.i > self.expr.high:
            return None
        return Int(self.i)


class Alternatives(Expr):
    def __init__(self, items):
        self.items = items

    def start(self, ctx):
        return AlternativesActivation(self, ctx)


class AlternativesActivation(Activation):
    def __init__(self, expr, ctx):
        self.expr = expr
        self.at = 0
        self.inner = expr.items[0].start(ctx)

    def next(self, ctx):
        while True:
            v = self.inner.next(ctx)
            if v is not None:
                return v
            self.at += 1
            if self.at >= len(self.expr.items):
                self.at = len(self.expr.items)
                return None
            self.inner = self.expr.items[self.at].start(ctx)


@specialize.memo()
def operator_name(cls):
    return cls.__name__.lower()


class Binary(Expr):
    """Both sides are resumed: the right one first."""
    def __init__(self, left, right):
        self.left, self.right = left, right

    def start(self, ctx):
        return BinaryActivation(self, ctx)

    def apply(self, a, b):
        raise NotImplementedError


class BinaryActivation(Activation):
    def __init__(self, expr, ctx):
        self.expr = expr
        self.left = expr.left.start(ctx)
        self.a = None
        self.right = None

    def next(self, ctx):
        while True:
            if self.right is None:
                self.a = self.left.next(ctx)
                if self.a is None:
                    return None
                self.right = self.expr.right.start(ctx)
            b = self.right.next(ctx)
            if b is None:
                self.right = None
                continue
            v = self.expr.apply(self.a, b)
            if v is not None:
                return v


def arithmetic(symbol, f):
    class Arithmetic(Binary):
        def apply(self, a, b):
            return Int(f(a.number(), b.number()))
    Arithmetic.__name__ = "Arithmetic_" + symbol
    return Arithmetic


def comparison(symbol, f):
    class Comparison(Binary):
        def apply(self, a, b):
            return b if f(a.number(), b.number()) else None
    Comparison.__name__ = "Comparison_" + symbol
    return Comparison


CLASSES = {}
for _s, _f in [("+", lambda a, b: a + b), ("-", lambda a, b: a - b), ("*", lambda a, b: a * b)]:
    CLASSES[_s] = arithmetic(_s, _f)
for _s, _f in [("<", lambda a, b: a < b), (">", lambda a, b: a > b), ("=", lambda a, b: a == b)]:
    CLASSES[_s] = comparison(_s, _f)


class Conjunction(Binary):
    def apply(self, a, b):
        return b


CLASSES["&"] = Conjunction


class Assign(Expr):
    """Reversible: undone when it is resumed."""
    def __init__(self, name, expr):
        self.name, self.expr = name, expr

    def start(self, ctx):
        return AssignActivation(self, ctx)


class AssignActivation(Activation):
    def __init__(self, expr, ctx):
        self.expr = expr
        self.inner = expr.expr.start(ctx)
        self.saved = ctx.vars.get(expr.name, None)

    def next(self, ctx):
        v = self.inner.next(ctx)
        if v is None:
            if self.saved is None:
                if self.expr.name in ctx.vars:
                    del ctx.vars[self.expr.name]
            else:
                ctx.vars[self.expr.name] = self.saved
            return None
        ctx.vars[self.expr.name] = v
        return v


class Limit(Expr):
    def __init__(self, expr, n):
        self.expr, self.n = expr, n

    def start(self, ctx):
        return LimitActivation(self, ctx)


class LimitActivation(Activation):
    def __init__(self, expr, ctx):
        self.left = expr.n
        self.inner = expr.expr.start(ctx)

    def next(self, ctx):
        if self.left == 0:
            return None
        self.left -= 1
        return self.inner.next(ctx)


class Find(Expr):
    """All places of a text in the subject."""
    def __init__(self, text):
        self.text = text

    def start(self, ctx):
        return FindActivation(self, ctx.pos)


class FindActivation(Activation):
    def __init__(self, expr, at):
        self.expr, self.at = expr, at

    def next(self, ctx):
        assert self.at >= 0
        at = ctx.subject.find(self.expr.text, self.at)
        if at < 0:
            return None
        self.at = at + 1
        return Int(at)


class Tab(Expr):
    """Moves to a position, gives the text between; goes back when resumed."""
    def __init__(self, expr):
        self.expr = expr

    def start(self, ctx):
        return TabActivation(self, ctx)


class TabActivation(Activation):
    def __init__(self, expr, ctx):
        self.inner = expr.expr.start(ctx)
        self.home = ctx.pos

    def next(self, ctx):
        ctx.pos = self.home
        v = self.inner.next(ctx)
        if v is None:
            return None
        to = v.number()
        if to < self.home or to > len(ctx.subject):
            return None
        start = self.home
        assert start >= 0
        ctx.pos = to
        return Str(ctx.subject[start:to])


def build(tokens):
    """Prefix notation."""
    t = tokens.pop()
    if t in CLASSES:
        left = build(tokens)
        right = build(tokens)
        for symbol, cls in CLASS_TABLE:
            if t == symbol:
                return make_binary(cls, left, right)
        raise Failure("operator " + t)
    if t == "to":
        low, high, by = int(tokens.pop()), int(tokens.pop()), int(tokens.pop())
        return To(low, high, by)
    if t == "|":
        n = int(tokens.pop())
        return Alternatives([build(tokens) for _ in range(n)])
    if t == ":=":
        name = tokens.pop()
        return Assign(name, build(tokens))
    if t == "limit":
        n = int(tokens.pop())
        return Limit(build(tokens), n)
    if t == "find":
        return Find(tokens.pop())
    if t == "tab":
        return Tab(build(tokens))
    if t[0].isdigit():
        return Literal(Int(int(t)))
    if t[0] == "'":
        return Literal(Str(t[1:]))
    return Variable(t)


def make_binary(cls, left, right):
    return cls(left, right)


CLASS_TABLE = sorted(CLASSES.items())


def every(text, subject):
    ctx = Context()
    ctx.subject = subject
    tokens = text.split(" ")
    tokens.reverse()
    out = []
    try:
        activation = build(tokens).start(ctx)
        while True:
            v = activation.next(ctx)
            if v is None:
                break
            out.append(v.image())
    except Failure as f:
        out.append("error: " + f.why)
    left = ["%s=%s" % (name, ctx.vars[name].image()) for name in ["a", "b", "x"] if name in ctx.vars]
    return "{" + ", ".join(out) + "} " + " ".join(left) + (" resumed %d" % ctx.resumed)


def entry_point(argv):
    for text in ["to 1 5 1", "+ to 1 3 1 | 2 10 20", "> to 1 9 2 4", "& := a to 1 12 1 & := b to 1 12 1 & < a b = * a b 24",
                 "limit 2 * to 1 9 1 to 1 9 1", "| 3 'x to 7 8 1 | 2 1 'y", "+ 'abc 1", "+ '20 1", "missing", "limit 0 1",
                 "& = 2 | 2 1 2 'found", "limit 3 & := x to 3 100 1 = * x x + x x", "& limit 1 := a 5 a"]:
        print(every(text, ""))
    print(every("find an", "bananas and ants"))
    print(every("tab find n", "bananas"))
    print(every("& tab find n tab find s", "bananas and ants"))
    print(every("& := a tab find , & := b tab find ; 'ok", "one,two;three,four;"))
    return 0


def target(driver, args):
    return entry_point, None
