# origin: after published programs
# oracle: stored
"""Double dispatch by pairtype at import time, extendabletype for methods added in other places, tables of functions by pair of tags."""
from rpython.tool.pairtype import extendabletype, pairtype, pair


class W_Object(object):
    __metaclass__ = extendabletype
    tag = -1


class W_Int(W_Object):
    tag = 0

    def __init__(self, v):
        self.v = v


class W_Flt(W_Object):
    tag = 1

    def __init__(self, x):
        self.x = x


class W_Vec(W_Object):
    tag = 2

    def __init__(self, items):
        self.items = items


class __extend__(W_Object):
    def show(self):
        return '?'

    def double(self):
        return add(self, self)


class __extend__(W_Int):
    def show(self):
        return str(self.v)


class __extend__(W_Flt):
    def show(self):
        return "%.3f" % self.x


class __extend__(W_Vec):
    def show(self):
        return '[' + ' '.join([w.show() for w in self.items]) + ']'


class __extend__(pairtype(W_Int, W_Int)):
    def make_add((a, b)):
        def add_ii(w_a, w_b):
            assert isinstance(w_a, W_Int) and isinstance(w_b, W_Int)
            return W_Int(w_a.v + w_b.v)
        return add_ii


class __extend__(pairtype(W_Flt, W_Flt)):
    def make_add((a, b)):
        def add_ff(w_a, w_b):
            assert isinstance(w_a, W_Flt) and isinstance(w_b, W_Flt)
            return W_Flt(w_a.x + w_b.x)
        return add_ff


class __extend__(pairtype(W_Int, W_Flt)):
    def make_add((a, b)):
        def add_if(w_a, w_b):
            assert isinstance(w_a, W_Int) and isinstance(w_b, W_Flt)
            return W_Flt(w_a.v + w_b.x)
        return add_if


class __extend__(pairtype(W_Flt, W_Int)):
    def make_add((a, b)):
        swapped = pair(b, a).make_add()
        return lambda w_a, w_b: swapped(w_b, w_a)


class __extend__(pairtype(W_Vec, W_Object)):
    def make_add((a, b)):
        def add_vec(w_a, w_b):
            assert isinstance(w_a, W_Vec)
            return W_Vec([add(w, w_b) for w in w_a.items])
        return add_vec


class __extend__(pairtype(W_Vec, W_Vec)):
    def make_add((a, b)):
        def add_vv(w_a, w_b):
            assert isinstance(w_a, W_Vec) and isinstance(w_b, W_Vec)
            n = min(len(w_a.items), len(w_b.items))
            return W_Vec([add(w_a.items[i], w_b.items[i]) for i in range(n)])
        return add_vv


def fail(w_a, w_b):
    raise TypeError


SAMPLES = [W_Int(0), W_Flt(0.0), W_Vec([])]
TABLE = []
for _a in SAMPLES:
    for _b in SAMPLES:
        try:
            TABLE.append(pair(_a, _b).make_add())
        except AttributeError:
            TABLE.append(fail)


def add(w_a, w_b):
    return TABLE[w_a.tag * 3 + w_b.tag](w_a, w_b)


def entry_point(argv):
    vec = W_Vec([W_Int(1), W_Flt(2.5), W_Vec([W_Int(7)])])
    items = [W_Int(4), W_Flt(0.25), vec]
    for w_a in items:
        for w_b in items:
            try:
                print w_a.show(), '+', w_b.show(), '=', add(w_a, w_b).show()
            except TypeError:
                print w_a.show(), '+', w_b.show(), 'fails'
    print vec.double().double().show()
    return 0


def target(driver, args):
    return entry_point, None
