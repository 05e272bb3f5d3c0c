"""Data built at import time: instances, lists, dictionaries, cycles, mutated at run time."""


class Node(object):
    def __init__(self, name):
        self.name = name
        self.next = None
        self.edges = []
        self.weights = {}


a = Node("a")
b = Node("b")
c = Node("c")
a.next = b
b.next = c
c.next = a
a.edges.append(b)
a.edges.append(a)
b.edges.extend([a, b, c])
a.weights["b"] = 3
b.weights["c"] = 4
ALL = [a, b, c]
BY_NAME = {"a": a, "b": b, "c": c}
BY_NODE = {a: 1, b: 2, c: 3}
PAIRS = [(1, "one"), (2, "two")]
MATRIX = [[1, 2], [3, 4]]
EMPTY = []
COUNTS = {}
TEXT = "prebuilt " + "text"
FLOAT = 2.5 * 2


def entry_point(argv):
    n = a
    s = ""
    for i in range(7):
        s += n.name
        n = n.next
    print(s)
    for n in ALL:
        print(n.name + ":" + ",".join([e.name for e in n.edges]))
    print(BY_NAME["b"].next is c)
    print(BY_NODE[c])
    print(BY_NODE[BY_NAME["a"]])
    d = Node("d")
    d.next = a
    c.next = d
    ALL.append(d)
    BY_NAME["d"] = d
    BY_NODE[d] = 4
    print(len(ALL))
    print(c.next.name)
    print(BY_NODE[d])
    for n, s in PAIRS:
        print("%d %s" % (n, s))
    MATRIX[1][0] = 33
    print(MATRIX[1][0] + MATRIX[0][1])
    EMPTY.append(5)
    print(EMPTY[0])
    COUNTS["x"] = COUNTS.get("x", 0) + 1
    print(COUNTS["x"])
    print(TEXT)
    print(FLOAT)
    print(a.weights["b"] + b.weights["c"])
    a.weights["z"] = 9
    for k in a.weights:
        print(k)
    total = 0
    for i in range(1000):
        e = Node(str(i))
        e.next = a
        a.next = e
        total += len(a.next.name)
    print(total)
    print(a.next.name)
    return 0


def target(driver, args):
    return entry_point, None
