"""Dicts with an equality and a hash of their own give the hashes of their keys, and take them back."""
from rpython.rlib.objectmodel import (
    compute_hash, contains_with_hash, getitem_with_hash, iteritems_with_hash, iterkeys_with_hash, r_dict, setitem_with_hash)


class Thing(object):
    pass


class Number(Thing):
    def __init__(self, n):
        self.n = n

    def same(self, other):
        return isinstance(other, Number) and other.n == self.n

    def mixed(self):
        return self.n * 7 - 3


class Word(Thing):
    def __init__(self, s):
        self.s = s

    def same(self, other):
        return isinstance(other, Word) and other.s == self.s

    def mixed(self):
        return compute_hash(self.s)


def same(a, b):
    return a.same(b)


def mixed(a):
    return a.mixed()


def is_subset(a, b):
    for key, h in iterkeys_with_hash(a):
        if not contains_with_hash(b, key, h):
            return False
    return True


def entry_point(argv):
    a = r_dict(same, mixed, force_non_null=True)
    b = r_dict(same, mixed, force_non_null=True)
    for thing in [Number(5), Word("abc"), Number(-1)]:
        a[thing] = 1
    for thing in [Word("ab" + "c"), Number(4 + len(argv)), Number(-1)]:
        setitem_with_hash(b, thing, thing.mixed(), 2)
    print(is_subset(a, b), is_subset(b, a), Word("abc") in b)
    b[Word("more")] = 3
    print(is_subset(a, b), is_subset(b, a))
    for key, value, h in iteritems_with_hash(a):
        print(value, h == key.mixed(), getitem_with_hash(b, key, h))
    words = {"x": 1, "y": 2}
    words["z" * len(argv)] = 3
    others = {}
    for key, value, h in iteritems_with_hash(words):
        setitem_with_hash(others, key, h, value)
    there = 0
    for key, h in iterkeys_with_hash(words):
        there += contains_with_hash(others, key, h)
    print(sorted(others.items()), there)
    return 0


def target(driver, args):
    return entry_point, None
