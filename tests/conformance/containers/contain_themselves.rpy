# Containers that contain themselves: their texts.
from collections import defaultdict, deque, OrderedDict


class Node(object):
    def __init__(self, name):
        self.name = name
        self.next = []
        self.seen = {}

    def __repr__(self):
        return "%s -> %r" % (self.name, self.next)


class Holder(object):
    """shows itself by way of a set"""
    def __init__(self):
        self.items = set()

    def __repr__(self):
        return "Holder(%r)" % (self.items,)


class Frozen(object):
    items = frozenset()

    def __str__(self):
        return "a frozen one"

    def __repr__(self):
        return "Frozen(%r)" % (self.items,)


class Refuses(object):
    """a text that raises: what was begun is forgotten"""
    def __init__(self, fail):
        self.fail = fail
        self.friends = []

    def __repr__(self):
        if self.fail:
            raise ValueError("no text")
        return "Refuses(%r)" % self.friends


PREBUILT = [[], []]
PREBUILT[1].append(PREBUILT)


def lists():
    l = []
    l.append(l)
    print(l)
    print(str(l), repr(l), "%s %r" % (l, l), f"{l} {l!r}")
    m = [[], [[]]]
    m[1].append(m)
    m.append(m[1])
    print(m, m[0], m[1])
    print([[]], [[], []])
    print(PREBUILT, PREBUILT[1])
    two = []
    other = [two]
    two.append(other)
    two.append([])
    two.append(other)
    print(two, other)
    fixed = [None, None]
    fixed[0] = fixed
    print(fixed)


def dicts():
    d = {}
    d["self"] = d
    print(d)
    d["empty"] = {}
    d["again"] = d
    print(d, d["empty"], str(d))
    o = OrderedDict()
    o["o"] = o
    print(str(o).replace("OrderedDict({'o': ...})", "OrderedDict([('o', ...)])"))
    mixed = {}
    mixed["k"] = [mixed]
    print(mixed, mixed["k"])


def trees():
    t = defaultdict(list)
    t["numbers"].append(t)
    print(t["numbers"])
    print(t)


def tuples(n):
    l = []
    t = (l, n)
    l.append(t)
    print(l)
    l.append(([], 2))
    print(l[1], l)


def deques():
    q = deque()
    q.append(q)
    print(q)
    b = deque([], 2)
    b.append(b)
    b.append(b)
    print(b)


def instances():
    a, b = Node("a"), Node("b")
    a.next.append(b)
    b.next.append(a)
    print(a)
    print([a, b])
    print(a.next, b.next)
    h = Holder()
    h.items.add(h)
    print(h)
    print(h.items)
    f = Frozen()
    f.items = frozenset([f])
    print(f, [f], f.items)
    print({1: Holder()}, (Node("n"), 2))


def refused():
    r = Refuses(False)
    s = Refuses(True)
    r.friends.append(s)
    for i in range(2):
        try:
            print(r.friends)
        except ValueError as e:
            print("refused:", e)
    try:
        print([r, s])
    except ValueError as e:
        print("refused:", e)
    s.fail = False
    s.friends.append(r)
    print(r.friends, [r, s])


def deep(n):
    top = []
    for i in range(n):
        top = [top]
    return top


def entry_point(argv):
    lists()
    dicts()
    trees()
    tuples(len(argv))
    deques()
    instances()
    refused()
    text = str(deep(40))
    print(len(text), text.count("["))
    return 0


def target(driver, args):
    return entry_point, None
