"""Keys of several types: int, str, char, tuple, instance, None-able string, bool, function results."""


class Node(object):
    def __init__(self, n):
        self.n = n


def entry_point(argv):
    by_tuple = {}
    for x in range(4):
        for y in range(4):
            by_tuple[(x, y)] = x * 10 + y
    print(by_tuple[(2, 3)])
    print((3, 3) in by_tuple)
    print((3, 4) in by_tuple)
    del by_tuple[(0, 0)]
    print(len(by_tuple))
    for x, y in by_tuple:
        print("%d,%d" % (x, y))
    mixed = {("a", 1): "A1", ("b", 2): "B2"}
    print(mixed[("b", 2)])
    print(mixed.get(("c", 3), "none"))
    nodes = [Node(i) for i in range(50)]
    by_node = {}
    for n in nodes:
        by_node[n] = n.n * n.n
    total = 0
    for n in nodes:
        total += by_node[n]
    print(total)
    print(Node(3) in by_node)
    for n in by_node:
        if n.n % 10 == 0:
            print(by_node[n])
    negative = {-1: "a", -2: "b", 0: "c", 1 << 40: "d"}
    print(negative[-1] + negative[-2] + negative[0] + negative[1 << 40])
    names = {"x": None, "y": "why"}
    names["z"] = None
    for k in ["x", "y", "z"]:
        v = names[k]
        if v is None:
            print(k + " is None")
        else:
            print(k + " is " + v)
    nested = {}
    for w in ["apple", "avocado", "banana", "blueberry", "cherry"]:
        c = w[0]
        if c not in nested:
            nested[c] = []
        nested[c].append(w)
    for c in nested:
        print(c + ": " + ",".join(nested[c]))
    return 0


def target(driver, args):
    return entry_point, None
