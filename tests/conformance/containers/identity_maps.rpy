# origin: after published programs
"""Identity dictionaries, compute_hash of all kinds of keys, weak caches of terms (hash consing), tuples and instances as keys."""
from rpython.rlib.objectmodel import compute_hash, compute_identity_hash, compute_unique_id
from rpython.rlib.rarithmetic import intmask, r_uint, LONG_BIT


class Node(object):
    _attrs_ = ['op', 'left', 'right', '_hash']
    _immutable_fields_ = ['op', 'left?', 'right?']

    def __init__(self, op, left, right):
        self.op = op
        self.left = left
        self.right = right
        self._hash = 0


class Table(object):
    """Hash consing by keys of identities."""
    def __init__(self):
        self.nodes = {}
        self.leaves = {}
        self.made = 0

    def leaf(self, name):
        if name not in self.leaves:
            self.leaves[name] = Node(name, None, None)
            self.made += 1
        return self.leaves[name]

    def node(self, op, left, right):
        row = self.nodes.get(left, None)
        if row is None:
            row = {}
            self.nodes[left] = row
        key = (op, compute_hash(right.op) & 0xff)
        bucket = row.setdefault(key, [])
        for n in bucket:
            if n.right is right:
                return n
        n = Node(op, left, right)
        self.made += 1
        bucket.append(n)
        return n


def parse(t, words):
    stack = []
    for w in words:
        if w in ('+', '*'):
            b = stack.pop()
            a = stack.pop()
            stack.append(t.node(w, a, b))
        else:
            stack.append(t.leaf(w))
    return stack[0]


def size(node, seen):
    if node is None or node in seen:
        return 0
    seen[node] = None
    return 1 + size(node.left, seen) + size(node.right, seen)


def tree_size(node, memo):
    if node is None:
        return 0
    if node not in memo:
        memo[node] = 1 + tree_size(node.left, memo) + tree_size(node.right, memo)
    return memo[node]


def fnv(s):
    h = r_uint(14695981039346656037)
    for c in s:
        h ^= ord(c)
        h *= r_uint(1099511628211)
    return h


def entry_point(argv):
    t = Table()
    a = parse(t, "x y + x y + *".split())
    b = parse(t, "x y + x y + * x y + x y + * +".split())
    print(t.made, b.left is a, b.right is a, a.left is a.right)
    print(size(b, {}), tree_size(b, {}))
    big = t.leaf("x")
    for i in range(40):
        big = t.node("+", big, big)
    print(size(big, {}), tree_size(big, {}))
    print(compute_identity_hash(a) == compute_identity_hash(a), compute_unique_id(a) != compute_unique_id(b))
    print(compute_hash("abc") == compute_hash("ab" + "c"), compute_hash((1, "a")) == compute_hash((1, "a")),
          compute_hash(1.5) == compute_hash(3.0 / 2), compute_hash(u"x") == compute_hash(u"x"))
    pairs = {}
    for i in range(5):
        for s in ["p", "q"]:
            pairs[(i % 3, s)] = pairs.get((i % 3, s), 0) + i
    for (i, s) in pairs:
        print(i, s, pairs[i, s])
    print(intmask(fnv("hello")), intmask(fnv("")), intmask(fnv("hello") >> (LONG_BIT - 8)))
    counts = {}
    for f in [0.5, 1.0, 0.5, 2.0 / 4]:
        counts[f] = counts.get(f, 0) + 1
    print(len(counts), counts[0.5])
    return 0


def target(driver, args):
    return entry_point
