# origin: after published programs
"""r_dict with functions of the space: keys are boxed values that compare by content; ordered iteration and updates."""
from rpython.rlib.objectmodel import r_dict, r_ordereddict, compute_hash, compute_identity_hash
from rpython.rlib.rarithmetic import intmask


class W_Root(object):
    pass


class W_Sym(W_Root):
    def __init__(self, name):
        self.name = name


class W_Num(W_Root):
    def __init__(self, n):
        self.n = n


class W_Tup(W_Root):
    def __init__(self, items_w):
        self.items_w = items_w


class Unhashable(Exception):
    pass


hash_calls = [0]


def w_eq(w_a, w_b):
    if w_a is w_b:
        return True
    if isinstance(w_a, W_Sym) and isinstance(w_b, W_Sym):
        return w_a.name == w_b.name
    if isinstance(w_a, W_Num) and isinstance(w_b, W_Num):
        return w_a.n == w_b.n
    if isinstance(w_a, W_Tup) and isinstance(w_b, W_Tup):
        if len(w_a.items_w) != len(w_b.items_w):
            return False
        for i in range(len(w_a.items_w)):
            if not w_eq(w_a.items_w[i], w_b.items_w[i]):
                return False
        return True
    return False


def w_hash(w_a):
    hash_calls[0] += 1
    if isinstance(w_a, W_Sym):
        return compute_hash(w_a.name)
    if isinstance(w_a, W_Num):
        return w_a.n & 3
    if isinstance(w_a, W_Tup):
        x = 0x345678
        for w in w_a.items_w:
            x = intmask((1000003 * x) ^ w_hash(w))
        return x
    raise Unhashable


class Wrapping(object):
    """Case-insensitive strings; methods of a frozen object as functions of the dict."""
    def _freeze_(self):
        return True

    def eq(self, a, b):
        return a.lower() == b.lower()

    def hash(self, a):
        return compute_hash(a.lower())


wrapping = Wrapping()


def show(w):
    if isinstance(w, W_Sym):
        return w.name
    if isinstance(w, W_Num):
        return str(w.n)
    if isinstance(w, W_Tup):
        return "(" + " ".join([show(x) for x in w.items_w]) + ")"
    return "?"


prebuilt = r_dict(w_eq, w_hash)
prebuilt[W_Sym("alpha")] = "A"
prebuilt[W_Tup([W_Num(1), W_Sym("x")])] = "T"


def entry_point(argv):
    print(prebuilt[W_Sym("al" + "pha")], prebuilt[W_Tup([W_Num(1), W_Sym("x")])], W_Num(1) in prebuilt)
    prebuilt[W_Num(1)] = "N"
    print(len(prebuilt), prebuilt.get(W_Num(1), "-"), prebuilt.get(W_Num(5), "-"))
    d = r_dict(w_eq, w_hash)
    for i in range(40):
        key = W_Num(i % 13)
        d[key] = d.get(key, 0) + i
    total = 0
    for w_key in d.keys():
        total = total * 3 % 1000003 + d[w_key]
    print(len(d), total)
    for i in range(0, 13, 2):
        del d[W_Num(i)]
    for w_key, value in d.items():
        print(show(w_key), value)
    try:
        d[W_Root()] = 3
    except Unhashable:
        print("unhashable", len(d))
    try:
        del d[W_Num(0)]
    except KeyError:
        print("no such key")
    c = r_ordereddict(wrapping.eq, wrapping.hash)
    for word in ["The", "cat", "the", "Cat", "sat"]:
        c[word] = c.get(word, 0) + 1
    for word, n in c.iteritems():
        print(word, n)
    c.clear()
    print(len(c), "THE" in c, hash_calls[0] > 50)
    identity = {}
    a, b = W_Num(1), W_Num(1)
    identity[a] = "first"
    identity[b] = "second"
    print(len(identity), identity[a], identity[b], compute_identity_hash(a) == compute_identity_hash(a))
    w, v = d.popitem()
    print(show(w), v, len(d), d.setdefault(W_Num(3), 99), d.setdefault(W_Num(77), 7))
    return 0


def target(driver, args):
    return entry_point
