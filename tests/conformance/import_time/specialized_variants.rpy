# origin: after published programs
"""All kinds of `specialize`: by argument, by argument or variable, by several types, by place of call, memo of two arguments; a
printer, a converter and counters made of them."""
from rpython.rlib.objectmodel import specialize, instantiate
from rpython.rlib.unroll import unrolling_iterable


class Token(object):
    def __init__(self, text, line):
        self.text = text
        self.line = line


class Number(Token):
    pass


class Word(Token):
    pass


class Sign(Token):
    precedence = 0


class Plus(Sign):
    precedence = 1


class Times(Sign):
    precedence = 2


@specialize.memo()
def default_of(cls, wide):
    """Runs at translation only."""
    return (cls.__name__.lower() if not wide else cls.__name__.upper()) + "/" + str(len(cls.__mro__))


@specialize.arg(0)
def make(cls, text, line):
    token = instantiate(cls)
    token.text = text
    token.line = line
    return token


@specialize.arg_or_var(1)
def scaled(x, factor):
    return x * factor


@specialize.arg_or_var(0, 2)
def field(name, token, upper):
    if name == "text":
        r = token.text
    elif name == "line":
        r = str(token.line)
    else:
        r = "?" + name
    if upper:
        return r.upper()
    return r


@specialize.argtype(0, 1)
def pair_text(a, b):
    return show(a) + "&" + show(b)


@specialize.argtype(0)
def show(x):
    if isinstance(x, bool):
        return "yes" if x else "no"
    elif isinstance(x, int):
        return str(x)
    elif isinstance(x, float):
        return "%.1f" % x
    elif isinstance(x, str):
        return "'" + x + "'"
    elif isinstance(x, tuple):
        return "(" + show(x[0]) + " " + show(x[1]) + ")"
    elif isinstance(x, list):
        parts = [show(y) for y in x]
        return "[" + " ".join(parts) + "]"
    elif isinstance(x, dict):
        return "{%d}" % len(x)
    elif x is None:
        return "nothing"
    else:
        return x.text + "@" + str(x.line)


class Cell(object):
    def __init__(self):
        self.hits = 0


@specialize.call_location()
def fresh_list():
    r = []
    return r


@specialize.argtype(1)
def add_all(out, items):
    for x in items:
        out.append(show(x))
    return len(items)


def checker(*kinds):
    unrolled = unrolling_iterable(kinds)

    def checked(token):
        for kind in unrolled:
            if isinstance(token, kind):
                return kind.__name__
        return "none of %d" % len(kinds)
    return checked


CHECKERS = {"values": checker(Number, Word), "signs": checker(Sign), "any": checker(Times, Plus, Token)}


@specialize.arg(0)
def checked(name, token):
    return CHECKERS[name](token)


class Visitor(object):
    @specialize.arg(1)
    def visit(self, what, token):
        method = getattr(self, "visit_" + what)
        return method(token)

    def visit_short(self, token):
        return token.text[:1]

    def visit_long(self, token):
        return token.text + token.text

    @specialize.argtype(1)
    def count(self, x):
        self.total += size_of(x)
        return self.total

    def __init__(self):
        self.total = 0


@specialize.argtype(0)
def size_of(x):
    if isinstance(x, int):
        return x
    return len(x)


@specialize.ll()
def same(a, b):
    return a == b


def entry_point(argv):
    one = make(Number, "1", 3)
    plus = make(Plus, "+", 4)
    times = make(Times, "*", 4)
    word = make(Word, "abc", len(argv))
    print(default_of(Number, False), default_of(Times, True))
    for token in [one, plus, times, word]:
        print(field("text", token, False), field("line", token, True), field("nothing", token, True))
    for name in ["text", "line", "colour"]:
        print(field(name, word, True), field(name, word, len(argv) > 9))
    print(scaled(len(argv), 3), scaled(2.5, 2), scaled(7, len(argv)))
    print(show(True), show(3), show(2.25), show("x"), show((1, "y")), show([1.0, 2.0]), show({1: 2}), show(None), show(one))
    print(show([(1, 2.0), (3, 4.0)]), show([["a"], ["b", "c"]]), show(((1, 2), (True, None))))
    print(pair_text(1, "a"), pair_text("a", 1), pair_text(word, [True]), pair_text(None, 0.5))
    words = fresh_list()
    numbers = fresh_list()
    words.append("w")
    numbers.append(4)
    print(show(words), show(numbers))
    out = []
    print(add_all(out, [1, 2]), add_all(out, ["p", "q", "r"]), add_all(out, (5.0, 6.5)), out)
    for token in [one, plus, word]:
        print(checked("values", token), checked("signs", token), checked("any", token))
    v = Visitor()
    print(v.visit("short", word), v.visit("long", word), v.count("four"), v.count(10), v.count([1, 2]), v.count({"k": 1}))
    print(same(1, 1), same("a" + argv[0][:0], "a"), same(2.0, 3.0))
    signs = [plus, times]
    print([s.precedence for s in signs])
    return 0


def target(driver, args):
    return entry_point, None
