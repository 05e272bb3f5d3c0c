"""An LRU cache on a linked list, a trie with completion and a longest-prefix router, an interval tree, a segment tree."""


class Link(object):
    def __init__(self, key, value):
        self.key = key
        self.value = value
        self.before = self
        self.after = self

    def cut(self):
        self.before.after = self.after
        self.after.before = self.before

    def insert_after(self, other):
        self.before, self.after = other, other.after
        other.after.before = self
        other.after = self


class LRU(object):
    def __init__(self, capacity, on_evict=None):
        self.capacity = capacity
        self.head = Link("", 0)
        self.table = {}
        self.on_evict = on_evict

    def __getitem__(self, key):
        link = self.table[key]
        link.cut()
        link.insert_after(self.head)
        return link.value

    def __setitem__(self, key, value):
        if key in self.table:
            self.table[key].value = value
            self[key]
            return
        if len(self.table) == self.capacity:
            oldest = self.head.before
            oldest.cut()
            del self.table[oldest.key]
            if self.on_evict is not None:
                self.on_evict(oldest.key, oldest.value)
        link = self.table[key] = Link(key, value)
        link.insert_after(self.head)

    def __contains__(self, key):
        return key in self.table

    def __iter__(self):
        link = self.head.after
        while link is not self.head:
            yield link.key
            link = link.after


class Trie(object):
    def __init__(self):
        self.children = {}
        self.value = -1

    def __setitem__(self, word, value):
        node = self
        for c in word:
            node = node.children.setdefault(c, Trie())
        node.value = value

    def locate(self, prefix):
        node = self
        for c in prefix:
            node = node.children.get(c, None)
            if node is None:
                return None
        return node

    def items(self, prefix=""):
        if self.value >= 0:
            yield prefix, self.value
        for c in sorted(self.children):
            for item in self.children[c].items(prefix + c):
                yield item

    def complete(self, prefix, limit=3):
        node = self.locate(prefix)
        if node is None:
            return []
        found = sorted(node.items(prefix), key=lambda p: (-p[1], p[0]))
        return [w for w, n in found[:limit]]

    def longest(self, text):
        node, best = self, (0, self.value)
        for i, c in enumerate(text):
            if c not in node.children:
                break
            node = node.children[c]
            if node.value >= 0:
                best = (i + 1, node.value)
        return best


class IntervalTree(object):
    def __init__(self, intervals):
        points = sorted([p for a, b, name in intervals for p in (a, b)])
        self.center = points[len(points) // 2]
        self.here = [i for i in intervals if i[0] <= self.center <= i[1]]
        left = [i for i in intervals if i[1] < self.center]
        right = [i for i in intervals if i[0] > self.center]
        self.left = IntervalTree(left) if left else None
        self.right = IntervalTree(right) if right else None

    def at(self, point):
        found = [name for a, b, name in self.here if a <= point <= b]
        side = self.left if point < self.center else self.right
        if side is not None and point != self.center:
            found += side.at(point)
        return sorted(found)

    def depth(self):
        return 1 + max([t.depth() for t in (self.left, self.right) if t is not None] or [0])


class Segments(object):
    def __init__(self, items, combine, neutral):
        self.n = len(items)
        self.combine = combine
        self.neutral = neutral
        self.tree = [neutral] * self.n + items
        for i in range(self.n - 1, 0, -1):
            self.tree[i] = combine(self.tree[2 * i], self.tree[2 * i + 1])

    def set(self, i, value):
        i += self.n
        self.tree[i] = value
        while i > 1:
            i //= 2
            self.tree[i] = self.combine(self.tree[2 * i], self.tree[2 * i + 1])

    def query(self, low, high):
        left, right = self.neutral, self.neutral
        low += self.n
        high += self.n
        while low < high:
            if low & 1:
                left = self.combine(left, self.tree[low])
                low += 1
            if high & 1:
                high -= 1
                right = self.combine(self.tree[high], right)
            low //= 2
            high //= 2
        return self.combine(left, right)


def entry_point(argv):
    gone = []
    cache = LRU(3, on_evict=lambda k, v: gone.append((k, v)))
    for i, key in enumerate("a b c a d e a b f".split()):
        if key in cache:
            cache[key] = cache[key] + 100
        else:
            cache[key] = i
        print(key, list(cache), end="; ")
    print()
    print(gone, cache["a"], [k for k in cache])
    try:
        print(cache["zz"])
    except KeyError as e:
        print("KeyError", e)
    trie = Trie()
    for i, w in enumerate("car card care cart cat dog do door dot cab".split()):
        trie[w] = (i * 7) % 10
    print(list(trie.items()))
    print([(p, trie.complete(p)) for p in ["ca", "do", "x", "card", ""]], trie.complete("c", limit=1))
    routes = Trie()
    for prefix, port in [("", 0), ("10", 1), ("1011", 2), ("0", 3), ("10110", 4)]:
        routes[prefix] = port
    print([routes.longest(a) for a in ["1111", "1000", "1011", "101101", "0110", ""]])
    intervals = [(1, 5, "a"), (3, 9, "b"), (7, 8, "c"), (12, 20, "d"), (4, 15, "e"), (6, 6, "f"), (18, 19, "g")]
    tree = IntervalTree(intervals)
    for p in range(0, 22, 3):
        expected = sorted([n for a, b, n in intervals if a <= p <= b])
        print(p, tree.at(p), tree.at(p) == expected)
    print(all([tree.at(p) == sorted([n for a, b, n in intervals if a <= p <= b]) for p in range(25)]), tree.depth())
    numbers = [5, 3, 8, 1, 9, 2, 7]
    sums = Segments(numbers[:], lambda a, b: a + b, 0)
    least = Segments(numbers[:], lambda a, b: min(a, b), 1 << 60)
    print([sums.query(i, 7) for i in range(8)], [least.query(i, i + 3) for i in range(5)])
    sums.set(3, 100)
    least.set(4, -4)
    print(sums.query(0, 7), sums.query(2, 5), least.query(0, 4), least.query(0, 7), least.query(3, 3) == 1 << 60)
    return 0


def target(driver, args):
    return entry_point
