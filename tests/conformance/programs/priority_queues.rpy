"""Priority queues behind one interface (binary, pairing, leftist, buckets), a running median, a merge, top ten."""
import heapq
from collections import defaultdict


class Empty(Exception):
    pass


class Queue(object):
    def __init__(self):
        self.size = 0

    def push(self, n):
        self.size += 1
        self._push(n)

    def pop(self):
        if self.size == 0:
            raise Empty(self.__class__.__name__)
        self.size -= 1
        return self._pop()

    def __len__(self):
        return self.size

    def drain(self):
        while self:
            yield self.pop()


class Library(Queue):
    def __init__(self):
        super().__init__()
        self.items = []

    def _push(self, n):
        heapq.heappush(self.items, n)

    def _pop(self):
        return heapq.heappop(self.items)


class Binary(Queue):
    arity = 2

    def __init__(self):
        super().__init__()
        self.items = []

    def _push(self, n):
        items = self.items
        items.append(n)
        i = len(items) - 1
        while i > 0:
            up = (i - 1) // self.arity
            if items[up] <= n:
                break
            items[i] = items[up]
            i = up
        items[i] = n

    def _pop(self):
        items = self.items
        top = items[0]
        last = items.pop()
        i = 0
        while items:
            first = i * self.arity + 1
            children = range(first, min(first + self.arity, len(items)))
            if len(children) == 0:
                items[i] = last
                break
            least = min(children, key=lambda c: items[c])
            if items[least] >= last:
                items[i] = last
                break
            items[i] = items[least]
            i = least
        return top


class Quaternary(Binary):
    arity = 4


class PairingNode(object):
    def __init__(self, value):
        self.value = value
        self.children = []


class Pairing(Queue):
    root = None

    def _push(self, n):
        self.root = self.meld(self.root, PairingNode(n))

    def meld(self, a, b):
        if a is None:
            return b
        if b is None:
            return a
        if b.value < a.value:
            a, b = b, a
        a.children.append(b)
        return a

    def _pop(self):
        root = self.root
        pairs = []
        children = root.children
        for i in range(0, len(children), 2):
            pairs.append(self.meld(children[i], children[i + 1] if i + 1 < len(children) else None))
        node = None
        while pairs:
            node = self.meld(pairs.pop(), node)
        self.root = node
        return root.value


class LeftistNode(object):
    def __init__(self, value, left=None, right=None):
        self.value = value
        self.left = left
        self.right = right
        self.rank = 1


def leftist(a, b):
    if a is None or b is None:
        return a or b
    if b.value < a.value:
        a, b = b, a
    a.right = leftist(a.right, b)
    if a.left is None or a.left.rank < a.right.rank:
        a.left, a.right = a.right, a.left
    a.rank = 1 + (a.right.rank if a.right is not None else 0)
    return a


class Leftist(Queue):
    root = None

    def _push(self, n):
        self.root = leftist(self.root, LeftistNode(n))

    def _pop(self):
        value = self.root.value
        self.root = leftist(self.root.left, self.root.right)
        return value


class Buckets(Queue):
    def __init__(self):
        Queue.__init__(self)
        self.buckets = defaultdict(int)

    def _push(self, n):
        self.buckets[n] += 1

    def _pop(self):
        least = min(self.buckets)
        self.buckets[least] -= 1
        if not self.buckets[least]:
            del self.buckets[least]
        return least


KINDS = [Library, Binary, Quaternary, Pairing, Leftist, Buckets]


class Median(object):
    def __init__(self):
        self.low = Binary()
        self.high = Pairing()

    def add(self, n):
        self.low.push(-n)
        self.high.push(-self.low.pop())
        if len(self.high) > len(self.low):
            self.low.push(-self.high.pop())

    def value(self):
        a = -self.low.pop()
        self.low.push(-a)
        if len(self.low) > len(self.high):
            return float(a)
        b = self.high.pop()
        self.high.push(b)
        return (a + b) / 2.0


def merge(lists):
    heap = [items[0] << 16 | i << 8 for i, items in enumerate(lists) if items]
    heapq.heapify(heap)
    while heap:
        entry = heap[0]
        i, k = entry >> 8 & 255, entry & 255
        yield entry >> 16
        if k + 1 < len(lists[i]):
            heapq.heapreplace(heap, lists[i][k + 1] << 16 | i << 8 | k + 1)
        else:
            heapq.heappop(heap)


def noise(seed, n, top):
    for i in range(n):
        seed = (seed * 25214903917 + 11) & 0xFFFFFFFFFFFF
        yield (seed >> 17) % top


def entry_point(argv):
    numbers = list(noise(1, 80, 100))
    print(numbers[:12])
    expected = sorted(numbers)
    for kind in KINDS:
        q = kind()
        for n in numbers:
            q.push(n)
        out = list(q.drain())
        print("%-10s %s %d %s" % (kind.__name__, out[:10], len(q), out == expected))
        mixed = []
        for i, n in enumerate(numbers[:40]):
            q.push(n)
            if i % 3 == 2:
                mixed.append(q.pop())
        print("   ", mixed, len(q))
        try:
            while True:
                q.pop()
        except Empty as e:
            print("    Empty", e, bool(q))
    m = Median()
    shown = []
    for n in numbers[:15]:
        m.add(n)
        shown.append("%.1f" % m.value())
    print(" ".join(shown))
    parts = [sorted(numbers[i::5]) for i in range(5)] + [[]]
    print(list(merge(parts)) == expected, list(merge([[1, 4], [2], [], [3, 5]])))
    words = "it was the best of times it was the worst of times it was the age of wisdom".split()
    counts = defaultdict(int)
    for w in words:
        counts[w] += 1
    names = sorted(counts)
    heap = [-counts[w] * 100 + i for i, w in enumerate(names)]
    heapq.heapify(heap)
    print([names[heapq.heappop(heap) % 100] for i in range(4)], len(heap))
    print(heapq.nsmallest(3, numbers), heapq.nlargest(3, numbers))
    return 0


def target(driver, args):
    return entry_point
