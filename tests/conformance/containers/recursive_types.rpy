# Containers whose items are containers of the same type: tries of dicts, trees of lists of tuples, and their texts and comparisons.
from collections import defaultdict, deque, OrderedDict

PREBUILT = {"x": {"y": {}, "z": {"w": {}}}}
NESTED = [[], [[]], [[], [[], []]]]


def insert(trie, word):
    d = trie
    for c in word:
        if c not in d:
            d[c] = {}
        d = d[c]
    d["$"] = {}


def words(trie, prefix, out):
    for c in sorted(trie):
        if c == "$":
            out.append(prefix)
        else:
            words(trie[c], prefix + c, out)


def build(n):
    out = []
    for i in range(n):
        out.append(("k%d" % i, build(n - 1 - i)))
    return out


def size(tree):
    n = 1
    for name, children in tree:
        n += size(children)
    return n


def tree():
    return defaultdict(tree)


def add_path(t, path):
    for part in path.split("/"):
        t = t[part]


def paths(t, indent):
    for name in sorted(t.keys()):
        print("  " * indent + name)
        paths(t[name], indent + 1)


def ordinal(n):
    """Von Neumann's numbers, as lists."""
    out = []
    for i in range(n):
        out.append(ordinal(i))
    return out


def depth(l):
    if not l:
        return 0
    return 1 + max([depth(x) for x in l])


def groups(n):
    """A dict of lists of such dicts."""
    d = {}
    if n > 0:
        d[n] = [groups(n - 1), groups(n - 2)]
    return d


def leaves(d):
    n = 0
    for k in d:
        for x in d[k]:
            n += leaves(x)
    return n or 1


def queue_of(n):
    q = deque()
    for i in range(n):
        q.append(queue_of(i))
    return q


def entry_point(argv):
    trie = {}
    for w in ["car", "cart", "cat", "do", "dog", "x"]:
        insert(trie, w)
    out = []
    words(trie, "", out)
    print(out)
    print(trie)
    other = {}
    for w in reversed(out):
        insert(other, w)
    print(trie == other, trie != other)
    insert(other, "dot")
    print(trie == other, len(other["d"]["o"]), "z" in other)
    copied = trie.copy()
    del copied["c"]
    print(sorted(copied), sorted(trie), copied.get("q", {}), copied.pop("x"))

    t = build(3)
    print(size(t), t)
    print(t == build(3), t < build(4), t > build(2), build(2) in [t, build(2)])
    print(sorted([build(3), build(1), build(2), build(0)]))

    d = tree()
    for p in ["usr/lib/a", "usr/bin", "home/x/y", "usr/lib/b"]:
        add_path(d, p)
    paths(d, 0)
    print(len(d), len(d["usr"]), len(d["nothing"]), len(d))

    print([depth(ordinal(n)) for n in range(6)], ordinal(3), ordinal(3) == ordinal(3), ordinal(2) < ordinal(3))
    g = groups(4)
    print(g, leaves(g), g == groups(4))
    print(queue_of(3), len(queue_of(4)), queue_of(2) == queue_of(2))

    print(PREBUILT, NESTED, depth(NESTED))
    PREBUILT["x"]["y"]["new"] = {}
    NESTED[0].append([])
    print(PREBUILT, NESTED)
    o = OrderedDict()
    o["a"] = OrderedDict()
    o["a"]["b"] = OrderedDict()
    o["c"] = o["a"]
    o.move_to_end("a")
    print(list(o), list(o["c"]), o["a"] is o["c"])
    return 0


def target(driver, args):
    return entry_point, None
