"""The list of a comprehension has a fixed length unless something changes its length afterwards."""

from rpython.rlib.debug import make_sure_not_resized


class Node(object):
    _immutable_fields_ = ["children[*]"]

    def __init__(self, name, children):
        self.name = name
        self.children = children

    def copy(self):
        return Node(self.name, [c.copy() for c in self.children])

    def size(self):
        n = 1
        for c in self.children:
            n += c.size()
        return n


class Base(object):
    def value(self):
        return 0


class Derived(Base):
    def __init__(self, n):
        self.n = n

    def value(self):
        return self.n


def fixed(n):
    return make_sure_not_resized([i * i for i in range(n)])


def growing(n):
    l = [i for i in range(n) if i % 3 == 0]
    l.append(1000)
    return l


def both(flag, n):
    # One of them grows: then both can.
    if flag:
        l = [i for i in range(n)]
        l.pop()
    else:
        l = [-i for i in range(n)]
    return l


def widened(n):
    l = [Derived(i) for i in range(n)]
    bases = [Base(), Base()]
    total = 0
    for b in l + bases:
        total += b.value()
    l2 = [x for x in bases]
    l2[0] = l[n - 1]
    return total + l2[0].value()


def nested(n):
    rows = [[i * j for j in range(n)] for i in range(n)]
    rows[1][2] = 100
    return [sum(row) for row in rows]


def empty():
    return [x for x in []]


def floats(n):
    l = [0.5 for i in range(n)]
    l[0] = 1
    return l


def entry_point(argv):
    t = Node("a", [Node("b", []), Node("c", [Node("d", [])])])
    print(t.size(), t.copy().size(), len(t.copy().children))
    print(len(fixed(5)), fixed(5)[4], len(fixed(0)))
    l = growing(10)
    print(len(l), l[0], l[len(l) - 1])
    print(len(both(True, 4)), len(both(False, 4)), both(False, 4)[3])
    print(widened(4))
    l = nested(4)
    for x in l:
        print(x)
    print(len(empty()))
    l = floats(3)
    print(l[0] + l[1])
    print("".join([c.upper() for c in "comprehension"]))
    return 0


def target(driver, args):
    return entry_point
