# Short-lived trees, made from the root and from the leaves, while a large tree and a large array live. As in the classic program nobody
# looks at the short-lived ones again.
class Node(object):
    def __init__(self, left, right):
        self.left = left
        self.right = right
        self.i = 0
        self.j = 0


def populate(depth, node):
    if depth > 0:
        node.left = Node(None, None)
        node.right = Node(None, None)
        populate(depth - 1, node.left)
        populate(depth - 1, node.right)


def make(depth):
    if depth == 0:
        return Node(None, None)
    return Node(make(depth - 1), make(depth - 1))


def count(node):
    if node is None:
        return 0
    return 1 + count(node.left) + count(node.right)


def rounds(depth, n):
    for i in range(n):
        populate(depth, Node(None, None))
        make(depth)


def main(argv):
    most = int(argv[1])
    make(most + 2)
    kept = Node(None, None)
    populate(most, kept)
    numbers = [0.0] * 500000
    for i in range(250000):
        numbers[i] = 1.0 / (i + 1)
    depth = 4
    while depth <= most:
        rounds(depth, 1 << (most + 3 - depth))
        print(depth)
        depth += 2
    print(count(kept), int(numbers[1000] * 1000000))
    return 0


def target(driver, args):
    return main, None
