"""Much garbage of all kinds with live data across it."""


class Node(object):
    def __init__(self, left, right, item):
        self.left = left
        self.right = right
        self.item = item

    def check(self):
        if self.left is None:
            return self.item
        return self.item + self.left.check() - self.right.check()


def bottom_up(item, depth):
    if depth == 0:
        return Node(None, None, item)
    return Node(bottom_up(2 * item - 1, depth - 1), bottom_up(2 * item, depth - 1), item)


def entry_point(argv):
    keep = bottom_up(0, 8)
    names = {}
    history = []
    for i in range(60):
        t = bottom_up(i, 6)
        history.append(t.check())
        names["n" + str(i % 17)] = t
        s = ""
        for j in range(20):
            s += chr(ord('a') + j)
        if i % 10 == 0:
            print(s + str(len(names)))
    total = 0
    for h in history:
        total = total * 3 % 1000003 + h
    print(total)
    print(keep.check())
    print(names["n3"].check())
    by_node = {}
    nodes = []
    for i in range(50):
        n = Node(None, None, i)
        nodes.append(n)
        by_node[n] = str(i)
    junk = []
    for i in range(1000):
        junk.append([i] * 10)
        if len(junk) > 50:
            junk = []
    s = ""
    for n in nodes:
        s += by_node[n]
    print(s)
    return 0


def target(driver, args):
    return entry_point, None
