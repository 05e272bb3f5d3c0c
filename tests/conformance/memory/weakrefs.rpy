# skip-gc: none nothing dies
# skip-gc: boehm stale addresses keep objects alive
# skip-llinterp: its objects never die
"""Weak references: they give the object as long as something else keeps it, then None."""

import weakref

from rpython.rlib import rgc
from rpython.rlib.objectmodel import keepalive_until_here


class Node(object):
    def __init__(self, name):
        self.name = name
        self.parent = None      # weak
        self.children = []

    def add(self, child):
        child.parent = weakref.ref(self)
        self.children.append(child)
        return child

    def path(self):
        if self.parent is not None:
            p = self.parent()
            if p is not None:
                return p.path() + "/" + self.name
            return "?/" + self.name
        return self.name


class Special(Node):
    def path(self):
        return "<" + self.name + ">"


class Cache(object):
    """Values that are used elsewhere are found again."""

    def __init__(self):
        self.entries = {}

    def get(self, key):
        if key in self.entries:
            v = self.entries[key]()
            if v is not None:
                return v
        v = Node("node" + key)
        self.entries[key] = weakref.ref(v)
        return v

    def live(self):
        n = 0
        for key in self.entries:
            if self.entries[key]() is not None:
                n += 1
        return n


def make_tree():
    root = Node("root")
    a = root.add(Node("a"))
    a.add(Node("b"))
    root.add(Special("s"))
    return root


def leaf_of_tree():
    # Only the leaf leaves: its ancestors die.
    return make_tree().children[0].children[0]


def garbage(n):
    last = None
    for i in range(n):
        last = Node(str(i))
    return last


def fill(cache, keep):
    for i in range(50):
        v = cache.get(str(i % 10))
        if i % 10 < 3:
            keep.append(v)


def refs_of_one():
    n = Node("one")
    refs = [weakref.ref(n) for i in range(5)]
    count = 0
    for r in refs:
        if r() is n:
            count += 1
    keepalive_until_here(n)
    return refs, count


def chain():
    """Weak references to objects that are found only by weak references."""
    a = Node("a")
    b = Node("b")
    a.parent = weakref.ref(b)
    return weakref.ref(a), weakref.ref(b)


def entry_point(argv):
    root = make_tree()
    b = root.children[0].children[0]
    print(b.path(), root.children[1].path())
    rgc.collect()
    print(b.path())
    keepalive_until_here(root)
    leaf = leaf_of_tree()
    garbage(2000)
    rgc.collect()
    print(leaf.path())
    cache = Cache()
    keep = []
    fill(cache, keep)
    rgc.collect()
    print(len(keep), cache.live(), cache.get("1").name)
    keepalive_until_here(keep)
    keep = []
    rgc.collect()
    print(cache.live())
    refs, count = refs_of_one()
    rgc.collect()
    print(count, len([r for r in refs if r() is None]))
    x, y = chain()
    rgc.collect()
    print(x() is None, y() is None)
    n = Node("kept")
    r = weakref.ref(n)
    for i in range(200):
        garbage(100)
        if i % 20 == 0:
            rgc.collect()
        v = r()
        if v is None or v is not n or v.name != "kept":
            print("lost")
    print(n.name)
    s = Special("special")
    both = [weakref.ref(n), weakref.ref(s)]
    print(" ".join([q().path() for q in both]))
    keepalive_until_here(n)
    keepalive_until_here(s)
    return 0


def target(driver, args):
    return entry_point
