# origin: after published programs
"""Dictionaries with own equality: case-blind symbols, structural keys, numbers that compare across types, nested r_dicts and
r_ordereddicts, iteration with changes to values, keys that raise, move_to_end, hashes that collide."""
from rpython.rlib.objectmodel import r_dict, r_ordereddict, compute_hash, compute_identity_hash, move_to_end, newlist_hint, specialize
from rpython.rlib.rarithmetic import intmask


class Bad(Exception):
    pass


class Key(object):
    def eq(self, other):
        return self is other

    def hash(self):
        return compute_identity_hash(self)

    def show(self):
        return "?"


class Number(Key):
    def __init__(self, n):
        self.n = n

    def eq(self, other):
        if isinstance(other, Number):
            return self.n == other.n
        return isinstance(other, Real) and other.x == float(self.n)

    def hash(self):
        return compute_hash(self.n)

    def show(self):
        return str(self.n)


class Real(Key):
    def __init__(self, x):
        self.x = x

    def eq(self, other):
        if isinstance(other, Real):
            return self.x == other.x
        return isinstance(other, Number) and self.x == float(other.n)

    def hash(self):
        n = int(self.x)
        if float(n) == self.x:
            return compute_hash(n)
        return 12345

    def show(self):
        return "%.1f" % self.x


class Pair(Key):
    def __init__(self, a, b):
        self.a = a
        self.b = b

    def eq(self, other):
        return isinstance(other, Pair) and self.a.eq(other.a) and self.b.eq(other.b)

    def hash(self):
        return intmask(self.a.hash() * 31 + self.b.hash())

    def show(self):
        return "(" + self.a.show() + " " + self.b.show() + ")"


class Mutable(Key):
    def hash(self):
        raise Bad()


def key_eq(a, b):
    return a.eq(b)


def key_hash(k):
    return k.hash()


def lower_eq(a, b):
    return a.lower() == b.lower()


def lower_hash(s):
    return compute_hash(s.lower())


def mod_eq(a, b):
    return a % 7 == b % 7


def mod_hash(n):
    return n % 7 % 2


def tuple_eq(a, b):
    return a[0] == b[0]


def tuple_hash(t):
    return compute_hash(t[0])


class Scope(object):
    def __init__(self, parent):
        self.names = r_dict(lower_eq, lower_hash)
        self.parent = parent

    def define(self, name, w):
        old = self.names.get(name, None)
        self.names[name] = w
        return old

    def find(self, name):
        scope = self
        while scope is not None:
            try:
                return scope.names[name]
            except KeyError:
                scope = scope.parent
        return None


@specialize.argtype(0)
def keys_text(d):
    out = newlist_hint(len(d))
    for k in d:
        out.append(k.show())
    return " ".join(out)


BUILTINS = r_dict(lower_eq, lower_hash)
for _i, _name in enumerate(["Car", "cdr", "CONS", "car"]):
    BUILTINS[_name] = _i
PRIMES = r_ordereddict(key_eq, key_hash)
for _n in (7, 2, 5, 3):
    PRIMES[Number(_n)] = "p%d" % _n


def entry_point(argv):
    print(len(BUILTINS), BUILTINS["CAR"], BUILTINS.get("Cons", -1), BUILTINS.get("nope", -1), "cDr" in BUILTINS)
    top = Scope(None)
    top.define("Print", "io")
    inner = Scope(top)
    print(inner.find("PRINT"), inner.define("print", "mine"), inner.define("pRINT", "yours"), inner.find("Print"), top.find("print"))
    print(inner.find("other") is None)
    print(keys_text(PRIMES), PRIMES[Real(5.0)], Number(4) in PRIMES)
    PRIMES[Number(11)] = "new"
    move_to_end(PRIMES, Real(2.0))
    move_to_end(PRIMES, Number(3), last=False)
    del PRIMES[Number(5)]
    print(keys_text(PRIMES))
    w, v = PRIMES.popitem()
    print(w.show(), v, len(PRIMES))
    d = r_dict(key_eq, key_hash)
    keys = [Number(1), Real(1.0), Real(1.5), Pair(Number(1), Real(2.0)), Pair(Real(1.0), Number(2)), Number(3)]
    for i in range(len(keys)):
        k = keys[i]
        if k in d:
            d[k] += 100 * i
        else:
            d[k] = i
    total = 0
    for k, n in d.items():
        total += n
    print(len(d), total, d[Pair(Number(1), Number(2))], d.setdefault(Number(9), 77), d.setdefault(Real(9.0), 0))
    try:
        d[Mutable()] = 1
    except Bad:
        print("unhashable", len(d))
    try:
        print(Mutable() in d)
    except Bad:
        print("unhashable again")
    try:
        print(d[Number(1000)])
    except KeyError:
        print("no key")
    m = r_dict(mod_eq, mod_hash)
    for n in range(50):
        m[n] = m.get(n, 0) + n
    print(len(m), sorted_values(m), m[70], 6 in m)
    c = m.copy()
    c[1] = 0
    del c[2]
    print(m[8], c[8], 9 in c, 9 in m)
    m.clear()
    print(len(m), len(c))
    nested = r_ordereddict(lower_eq, lower_hash)
    for word in ["Alpha", "beta", "ALPHA", "Gamma", "BETA", "alpha"]:
        if word not in nested:
            nested[word] = r_dict(lower_eq, lower_hash)
        for ch in word:
            nested[word][ch] = nested[word].get(ch, 0) + 1
    print(" ".join(["%s:%d:%d" % (k, len(v), v.get("A", 0)) for k, v in nested.items()]))
    pairs = r_ordereddict(tuple_eq, tuple_hash)
    pairs[("a", 1)] = 10
    pairs[("b", 2)] = 20
    pairs[("a", 3)] = 30
    print(["%s%d=%d" % (k[0], k[1], v) for k, v in pairs.items()])
    return 0


def sorted_values(d):
    out = []
    for v in d.values():
        i = 0
        while i < len(out) and out[i] < v:
            i += 1
        out.insert(i, v)
    return out


def target(driver, args):
    return entry_point, None
