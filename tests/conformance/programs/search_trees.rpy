"""Three search trees behind one interface: a plain tree, an AVL tree, a left-leaning red-black tree."""


class Node(object):
    def __init__(self, key, value):
        self.key = key
        self.value = value
        self.left = None
        self.right = None
        self.height = 1
        self.red = True


class Tree(object):
    name = "plain"

    def __init__(self, pairs=None):
        self.root = None
        self.size = 0
        if pairs is not None:
            for k, v in pairs:
                self[k] = v

    def __len__(self):
        return self.size

    def __setitem__(self, key, value):
        self.root = self.finish(self.insert(self.root, key, value))

    def __getitem__(self, key):
        node = self.root
        while node is not None:
            if key == node.key:
                return node.value
            node = node.left if key < node.key else node.right
        raise KeyError(key)

    def __contains__(self, key):
        try:
            self[key]
        except KeyError:
            return False
        return True

    def __iter__(self):
        stack = []
        node = self.root
        while stack or node is not None:
            while node is not None:
                stack.append(node)
                node = node.left
            node = stack.pop()
            yield node.key
            node = node.right

    def finish(self, node):
        return node

    def fix(self, node):
        return node

    def insert(self, node, key, value):
        if node is None:
            self.size += 1
            return Node(key, value)
        if key < node.key:
            node.left = self.insert(node.left, key, value)
        elif key > node.key:
            node.right = self.insert(node.right, key, value)
        else:
            node.value = value
        return self.fix(node)

    def depth(self):
        def measure(node):
            if node is None:
                return 0
            return 1 + max(measure(node.left), measure(node.right))
        return measure(self.root)

    def check(self):
        keys = list(self)
        return keys == sorted(keys) and len(keys) == self.size

    def between(self, low, high):
        out = []

        def walk(node):
            if node is None:
                return
            if node.key > low:
                walk(node.left)
            if low <= node.key <= high:
                out.append(node.key)
            if node.key < high:
                walk(node.right)
        walk(self.root)
        return out


class Removing(Tree):
    """A plain tree from which keys can be removed."""
    name = "removing"

    def __delitem__(self, key):
        if key not in self:
            raise KeyError(key)
        self.root = self.remove(self.root, key)
        self.size -= 1

    def remove(self, node, key):
        if key < node.key:
            node.left = self.remove(node.left, key)
        elif key > node.key:
            node.right = self.remove(node.right, key)
        elif node.left is None:
            return node.right
        elif node.right is None:
            return node.left
        else:
            least = node.right
            while least.left is not None:
                least = least.left
            node.key, node.value = least.key, least.value
            node.right = self.remove(node.right, least.key)
        return self.fix(node)


def height(node):
    return 0 if node is None else node.height


class AVL(Removing):
    name = "avl"

    def update(self, node):
        node.height = 1 + max(height(node.left), height(node.right))

    def rotate(self, node, to_left):
        if to_left:
            top = node.right
            node.right, top.left = top.left, node
        else:
            top = node.left
            node.left, top.right = top.right, node
        self.update(node)
        self.update(top)
        return top

    def fix(self, node):
        self.update(node)
        balance = height(node.left) - height(node.right)
        if balance > 1:
            if height(node.left.left) < height(node.left.right):
                node.left = self.rotate(node.left, True)
            return self.rotate(node, False)
        if balance < -1:
            if height(node.right.right) < height(node.right.left):
                node.right = self.rotate(node.right, False)
            return self.rotate(node, True)
        return node

    def check(self):
        def good(node):
            return node is None or (abs(height(node.left) - height(node.right)) < 2 and good(node.left) and good(node.right))
        return super().check() and good(self.root)


def is_red(node):
    return node is not None and node.red


class RedBlack(Tree):
    name = "red-black"

    def finish(self, node):
        node.red = False
        return node

    def fix(self, node):
        if is_red(node.right) and not is_red(node.left):
            top = node.right
            node.right = top.left
            top.left = node
            top.red = node.red
            node.red = True
            node = top
        if is_red(node.left) and is_red(node.left.left):
            top = node.left
            node.left = top.right
            top.right = node
            top.red = node.red
            node.red = True
            node = top
        if is_red(node.left) and is_red(node.right):
            node.red = True
            node.left.red = False
            node.right.red = False
        return node

    def black_height(self, node):
        if node is None:
            return 1
        a, b = self.black_height(node.left), self.black_height(node.right)
        if a != b or a < 0 or is_red(node) and (is_red(node.left) or is_red(node.right)):
            return -1
        return a + (0 if node.red else 1)

    def check(self):
        return Tree.check(self) and self.black_height(self.root) > 0


def numbers(seed, n):
    for i in range(n):
        seed = (seed * 1664525 + 1013904223) % 4294967296
        yield seed >> 20


def entry_point(argv):
    for make in [Tree, Removing, AVL, RedBlack]:
        t = make()
        for i, n in enumerate(numbers(7, 200)):
            t[n] = "v%d" % i
        print(t.name, len(t), t.depth(), t.check(), list(t)[:6], t.between(1000, 1100))
        s = make([(i, str(i * i)) for i in range(60)])
        print("  sorted input:", len(s), s.depth(), s.check(), s[7], 59 in s, 60 in s, sum(s))
        s[7] = "new"
        try:
            print("  ", s[7], len(s), s[99])
        except KeyError as e:
            print("   KeyError", e)
    for t in [Removing(), AVL()]:
        for n in numbers(3, 120):
            t[n % 100] = "x"
        gone = []
        for n in numbers(11, 60):
            try:
                del t[n % 100]
                gone.append(n % 100)
            except KeyError:
                pass
            assert t.check()
        print(t.name, len(t), t.depth(), t.check(), gone[:8], list(t)[:8], any([g in t for g in gone]))
    return 0


def target(driver, args):
    return entry_point
