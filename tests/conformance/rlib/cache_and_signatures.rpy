"""Import-time caches (`rpython.rlib.cache`), signatures that are checked, `nonconst`, prebuilt builders and counters in a compiler of
little formulas: classes are made once for each operator, results are kept per type."""
from rpython.rlib.cache import Cache
from rpython.rlib.signature import signature
from rpython.rlib import types
from rpython.rlib.nonconst import NonConstant
from rpython.rlib.objectmodel import specialize, enforceargs
from rpython.rlib.unroll import unrolling_iterable


class Formula(object):
    def value(self, x):
        raise NotImplementedError

    def text(self):
        raise NotImplementedError


class FormulaClasses(Cache):
    made = 0

    def _build(self, key):
        symbol, weight = key
        FormulaClasses.made += 1
        apply = OPERATORS[symbol]

        class Binary(Formula):
            def __init__(self, left, right):
                self.left = left
                self.right = right

            def value(self, x):
                return apply(self.left.value(x), self.right.value(x)) * weight

            def text(self):
                return "(%s %s%d %s)" % (self.left.text(), symbol, weight, self.right.text())
        Binary.__name__ = "Binary%d" % FormulaClasses.made
        return Binary

    def _ready(self, cls):
        cls.ready = True


OPERATORS = {"+": lambda a, b: a + b, "-": lambda a, b: a - b, "max": lambda a, b: a if a > b else b}
classes = FormulaClasses()
PAIRS = unrolling_iterable([("plus", classes.getorbuild(("+", 1))), ("minus", classes.getorbuild(("-", 1))),
                            ("double", classes.getorbuild(("+", 2))), ("again", classes.getorbuild(("+", 1))),
                            ("most", classes.getorbuild(("max", 1)))])
MADE = FormulaClasses.made


class X(Formula):
    def value(self, x):
        return x

    def text(self):
        return "x"


class Num(Formula):
    def __init__(self, n):
        self.n = n

    def value(self, x):
        return self.n

    def text(self):
        return str(self.n)


@signature(types.str(), types.instance(Formula), types.instance(Formula), returns=types.instance(Formula))
def combine(name, left, right):
    for known, cls in PAIRS:
        if name == known:
            return cls(left, right)
    return left


@signature(types.int(), types.int(), returns=types.int())
def clamp(n, limit):
    if n > limit:
        return limit
    return n


@signature(types.list(types.int()), returns=types.str())
def joined(numbers):
    return "-".join([str(n) for n in numbers])


class Account(object):
    def __init__(self):
        self.log = []

    @signature(types.self(), types.int(), types.str(), returns=types.none())
    def note(self, n, why):
        self.log.append("%s%d" % (why, n))

    @enforceargs(None, float, bool)
    def scaled(self, x, negative):
        if negative:
            return -x
        return x * 2.0


def parse(words, at):
    w = words[at]
    if w == "x":
        return X(), at + 1
    if w[0].isdigit():
        return Num(int(w)), at + 1
    left, at = parse(words, at + 1)
    right, at = parse(words, at)
    return combine(w, left, right), at


def entry_point(argv):
    print(MADE)
    for text in ["plus x 3", "minus plus x 1 double x x", "most 7 minus x 2", "again plus x x most x 5", "bogus x 4"]:
        f, end = parse(text.split(" "), 0)
        print(f.text(), [f.value(n) for n in (0, 5, 10)], end)
    print(clamp(5, 3), clamp(2, 3), joined([1, 2, 3]), joined([]))
    a = Account()
    a.note(4, "up")
    a.note(NonConstant(7), "down")
    print(a.log, a.scaled(1.5, False), a.scaled(2.0, True))
    if NonConstant(False):
        a.note(1, "never")
    print(len(a.log), combine("plus", X(), X()).ready if False else NonConstant("text"))
    return 0


def target(driver, args):
    return entry_point, None
