# origin: after published programs
# jit: yes
"""A vector language: arrays of ints or floats with shapes, verbs from a table with identities, adverbs made by closures, rank
polymorphism; the loops over elements are portals with the verb as green."""
import math
from rpython.rlib.jit import JitDriver, promote, unroll_safe, elidable
from rpython.rlib.objectmodel import specialize, always_inline
from rpython.rlib.rarithmetic import ovfcheck
from rpython.rlib.unroll import unrolling_iterable


class VectorError(Exception):
    def __init__(self, text):
        self.text = text


class Array(object):
    _immutable_fields_ = ["shape[*]"]

    def __init__(self, shape):
        self.shape = shape

    def size(self):
        n = 1
        for s in self.shape:
            n *= s
        return n


class Ints(Array):
    def __init__(self, shape, items):
        Array.__init__(self, shape)
        self.items = items


class Floats(Array):
    def __init__(self, shape, items):
        Array.__init__(self, shape)
        self.items = items


class Verb(object):
    _immutable_ = True

    def __init__(self, name, on_ints, on_floats, identity):
        self.name = name
        self.on_ints = on_ints
        self.on_floats = on_floats
        self.identity = identity


def ovf_add(a, b):
    try:
        return ovfcheck(a + b)
    except OverflowError:
        raise VectorError("too large")


def ovf_mul(a, b):
    try:
        return ovfcheck(a * b)
    except OverflowError:
        raise VectorError("too large")


def residue(a, b):
    return b % a if a else b


def f_residue(a, b):
    return math.fmod(b, a) if a != 0.0 else b


VERBS = {}
for _row in [("+", ovf_add, lambda a, b: a + b, 0), ("-", lambda a, b: a - b, lambda a, b: a - b, 0), ("*", ovf_mul, lambda a, b: a * b, 1),
             ("|", residue, f_residue, 0), (">.", lambda a, b: a if a > b else b, lambda a, b: a if a > b else b, -(1 << 62)),
             ("<.", lambda a, b: a if a < b else b, lambda a, b: a if a < b else b, 1 << 62),
             ("=", lambda a, b: int(a == b), lambda a, b: 1.0 if a == b else 0.0, 1),
             ("<", lambda a, b: int(a < b), lambda a, b: 1.0 if a < b else 0.0, 0)]:
    VERBS[_row[0]] = Verb(*_row)


def verb_location(verb):
    return "map " + verb.name


map_driver = JitDriver(greens=["verb"], reds="auto", get_printable_location=verb_location, name="map")
reduce_driver = JitDriver(greens=["verb"], reds="auto", get_printable_location=lambda verb: "reduce " + verb.name, name="reduce")
float_driver = JitDriver(greens=["verb"], reds="auto", get_printable_location=lambda verb: "floats " + verb.name, name="floats")


def map_ints(verb, a, b, n):
    out = [0] * n
    na = len(a)
    nb = len(b)
    i = 0
    while i < n:
        map_driver.jit_merge_point(verb=verb)
        out[i] = verb.on_ints(a[i if na == n else i % na], b[i if nb == n else i % nb])
        i += 1
    return out


def map_floats(verb, a, b, n):
    out = [0.0] * n
    i = 0
    while i < n:
        float_driver.jit_merge_point(verb=verb)
        out[i] = verb.on_floats(a[i % len(a)], b[i % len(b)])
        i += 1
    return out


def reduce_ints(verb, items, start, n):
    if n == 0:
        return verb.identity
    total = items[start + n - 1]
    i = start + n - 2
    while i >= start:
        reduce_driver.jit_merge_point(verb=verb)
        total = verb.on_ints(items[i], total)
        i -= 1
    return total


def as_floats(a):
    if isinstance(a, Floats):
        return a.items
    assert isinstance(a, Ints)
    return [float(n) for n in a.items]


def agree(a, b):
    """The shape of the result: of the one with more axes."""
    x, y = a.shape, b.shape
    if len(x) < len(y):
        x, y = y, x
    off = len(x) - len(y)
    for i in range(len(y)):
        if x[off + i] != y[i]:
            raise VectorError("length error")
    return x


def dyadic(verb, a, b):
    shape = agree(a, b)
    n = max(a.size(), b.size())
    if isinstance(a, Ints) and isinstance(b, Ints):
        return Ints(shape, map_ints(verb, a.items, b.items, n))
    return Floats(shape, map_floats(verb, as_floats(a), as_floats(b), n))


def reduced(verb, a):
    if not a.shape:
        return a
    last = a.shape[len(a.shape) - 1]
    shape = a.shape[:len(a.shape) - 1]
    rows = 1
    for s in shape:
        rows *= s
    if isinstance(a, Ints):
        return Ints(shape, [reduce_ints(verb, a.items, r * last, last) for r in range(rows)])
    assert isinstance(a, Floats)
    out = []
    for r in range(rows):
        total = float(verb.identity)
        for i in range(last - 1, -1, -1):
            x = a.items[r * last + i]
            total = x if i == last - 1 else verb.on_floats(x, total)
        out.append(total)
    return Floats(shape, out)


def table(verb, a, b):
    if not (isinstance(a, Ints) and isinstance(b, Ints)):
        raise VectorError("ints only")
    out = []
    for x in a.items:
        for y in b.items:
            out.append(verb.on_ints(x, y))
    return Ints(a.shape + b.shape, out)


def iota(a):
    if not isinstance(a, Ints):
        raise VectorError("ints only")
    n = reduce_ints(VERBS["*"], a.items, 0, len(a.items))
    if n < 0 or n > 10000:
        raise VectorError("domain error")
    return Ints([x for x in a.items], [i for i in range(n)])


def show(a):
    if isinstance(a, Ints):
        items = [str(n) if n >= 0 else "_" + str(-n) for n in a.items]
    else:
        assert isinstance(a, Floats)
        items = ["%.3f" % x for x in a.items]
    if len(a.shape) < 2:
        return " ".join(items)
    width = a.shape[len(a.shape) - 1]
    rows = []
    for i in range(0, len(items), max(width, 1)):
        rows.append(" ".join(items[i:i + width]))
    return " / ".join(rows)


def number(w):
    try:
        if w.find(".") >= 0:
            return Floats([], [float(w)])
        return Ints([], [int(w) if w[0] != "_" else -int(w[1:])])
    except ValueError:
        raise VectorError("what is " + w)


def isnumber(w):
    return w[0].isdigit() or (w[0] == "_" and len(w) > 1)


class Interpreter(object):
    def __init__(self):
        self.names = {}

    def noun(self, words, at):
        """Numbers side by side are one list; the end of it."""
        w = words[at]
        if w == "(":
            depth = 1
            end = at + 1
            while depth:
                if end >= len(words):
                    raise VectorError("no )")
                if words[end] == "(":
                    depth += 1
                elif words[end] == ")":
                    depth -= 1
                end += 1
            return self.run(words[at + 1:end - 1]), end
        if w in self.names:
            return self.names[w], at + 1
        if not isnumber(w):
            raise VectorError("what is " + w)
        items = []
        while at < len(words) and isnumber(words[at]):
            items.append(number(words[at]))
            at += 1
        if len(items) == 1:
            return items[0], at
        ints = []
        for x in items:
            if not isinstance(x, Ints):
                return Floats([len(items)], [as_floats(y)[0] for y in items]), at
            ints.append(x.items[0])
        return Ints([len(ints)], ints), at

    def run(self, words):
        """From right to left."""
        if not words:
            raise VectorError("nothing")
        if len(words) > 2 and words[1] == "=:":
            value = self.run(words[2:])
            self.names[words[0]] = value
            return value
        w = words[0]
        if w == "i.":
            return iota(self.listed(self.run(words[1:])))
        if w == "$":
            a = self.run(words[1:])
            return Ints([len(a.shape)], a.shape[:])
        if w in VERBS and len(words) > 1 and words[1] == "/":
            return reduced(VERBS[w], self.run(words[2:]))
        left, end = self.noun(words, 0)
        if end == len(words):
            return left
        w = words[end]
        if w == "$":
            return self.reshape(self.listed(left), self.run(words[end + 1:]))
        if w not in VERBS:
            raise VectorError("verb expected, not " + w)
        verb = VERBS[w]
        if end + 1 < len(words) and words[end + 1] == "/":
            return table(verb, left, self.run(words[end + 2:]))
        return dyadic(verb, left, self.run(words[end + 1:]))

    def listed(self, a):
        if isinstance(a, Ints) and not a.shape:
            return Ints([1], a.items)
        return a

    def reshape(self, shape, a):
        if not isinstance(shape, Ints):
            raise VectorError("ints only")
        n = 1
        for s in shape.items:
            n *= s
        if isinstance(a, Ints):
            return Ints(shape.items[:], [a.items[i % len(a.items)] for i in range(n)])
        floats = as_floats(a)
        return Floats(shape.items[:], [floats[i % len(floats)] for i in range(n)])


LINES = ["1 2 3 + 10", "+ / i. 101", "* / 1 + i. 10", "a =: 2 3 $ 1 + i. 6", "+ / a", "a * a", "a + 1 2 3", "$ a * 0.5", "a + 1 2",
         ">. / 3 9 2 7", "0.5 + 1 2 3", "+ / 0.5 * i. 9", "1 2 3 * / 1 2 3 4", "3 | i. 10", "+ / 3 = 3 | i. 300", "- / 1 2 3 4", "<. / 4 _3 8",
         "* / 30 $ 10", "b =: i. 2 2 2", "+ / + / b", "$ + / b", "nope + 1", "1 @ 2", "( 1 + 2 ) * 3", "( 1", "i. 0", "+ / i. 0", "2.5 | 9 7.5",
         "+ / ( i. 500 ) * 7 | i. 500", "+ / 0.25 * ( i. 400 ) < 100"]


def entry_point(argv):
    interp = Interpreter()
    for line in LINES:
        try:
            print(line + " -> " + show(interp.run(line.split(" "))))
        except VectorError as e:
            print(line + " -> error: " + e.text)
    return 0


def target(driver, args):
    return entry_point, None
