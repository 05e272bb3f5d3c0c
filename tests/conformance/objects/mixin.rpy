"""Mixins, import_from_mixin, we_are_translated, compute_hash and identity hashes."""
from rpython.rlib.objectmodel import compute_hash, compute_identity_hash, import_from_mixin, instantiate
from rpython.rlib.objectmodel import we_are_translated


class Named(object):
    _mixin_ = True

    def title(self):
        return "<" + self.name + ">"


class Dog(Named):
    def __init__(self):
        self.name = "dog"


class Cat(Named):
    def __init__(self):
        self.name = "cat"


class Methods(object):
    def twice(self):
        return self.n * 2


class Number(object):
    import_from_mixin(Methods)

    def __init__(self, n):
        self.n = n


def entry_point(argv):
    print(Dog().title())
    print(Cat().title())
    print(Number(21).twice())
    print(compute_hash("abc") == compute_hash("ab" + "c"))
    print(compute_hash("abc") == compute_hash("abd"))
    a = Dog()
    b = Dog()
    h = compute_identity_hash(a)
    junk = []
    for i in range(2000):
        junk.append(Dog())
    print(compute_identity_hash(a) == h)
    print(a is b)
    n = instantiate(Number)
    n.n = 4
    print(n.twice())
    if we_are_translated():
        k = 1
    else:
        k = 1
    print(k)
    return 0


def target(driver, args):
    return entry_point, None
