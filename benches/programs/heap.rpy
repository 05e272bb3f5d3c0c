# A heap of trees, a list and a dict of about so many MB, in which objects are replaced.


class Node(object):
    def __init__(self, left, right):
        self.left = left
        self.right = right


class Box(object):
    def __init__(self, n):
        self.n = n


class State(object):
    def __init__(self):
        self.seed = 1
        self.kept = None


state = State()


def rand(n):
    state.seed = (state.seed * 1103515245 + 12345) & 0x3fffffff
    return (state.seed >> 4) % n


def tree(d):
    if d == 0:
        return Node(None, None)
    return Node(tree(d - 1), tree(d - 1))


def main(argv):
    mb = int(argv[1])
    m = int(argv[2])
    trees = []
    for i in range(mb // 4):
        trees.append(tree(14))
    l = []
    for i in range(mb * 8000):
        l.append(Box(i))
    d = {}
    for i in range(mb * 2000):
        d[i] = str(i)
    for i in range(m):
        if i % 100 == 0:
            trees[rand(len(trees))] = tree(12)
        l[rand(len(l))] = Box(i)
        if i % 10 == 0:
            d[rand(mb * 2000)] = str(i)
        for k in range(10):
            state.kept = Box(k)
    print(len(l), len(d), len(trees))
    return 0


def target(driver, args):
    return main, None
