"""Many small trees: allocation, and a collector with live data."""


class Node(object):
    def __init__(self, left, right):
        self.left = left
        self.right = right


def make(depth):
    if depth == 0:
        return Node(None, None)
    return Node(make(depth - 1), make(depth - 1))


def count(node):
    if node.left is None:
        return 1
    return 1 + count(node.left) + count(node.right)


def entry_point(argv):
    n = 15
    if len(argv) > 1:
        n = int(argv[1])
    kept = make(n)
    total = 0
    for depth in range(4, n + 1, 2):
        for i in range(1 << (n - depth + 4)):
            total += count(make(depth))
    print("%d %d" % (total, count(kept)))
    return 0


def target(driver, args):
    return entry_point, None
