"""LRU cache, LFU counts, memoisation, a trie, a priority queue, interval merging, a text index."""
from collections import OrderedDict, defaultdict


class LRU(object):
    def __init__(self, size):
        self.size = size
        self.items = OrderedDict()
        self.hits = 0
        self.misses = 0

    def get(self, key):
        if key in self.items:
            self.hits += 1
            self.items.move_to_end(key)
            return self.items[key]
        self.misses += 1
        return None

    def put(self, key, value):
        if key in self.items:
            self.items.move_to_end(key)
        self.items[key] = value
        if len(self.items) > self.size:
            self.items.popitem(last=False)


class TrieNode(object):
    def __init__(self):
        self.children = {}
        self.end = False


class Trie(object):
    def __init__(self, words=()):
        self.root = TrieNode()
        for w in words:
            self.add(w)

    def add(self, word):
        node = self.root
        for c in word:
            if c not in node.children:
                node.children[c] = TrieNode()
            node = node.children[c]
        node.end = True

    def find(self, prefix):
        node = self.root
        for c in prefix:
            if c not in node.children:
                return []
            node = node.children[c]
        out = []
        self.collect(node, prefix, out)
        return out

    def collect(self, node, prefix, out):
        if node.end:
            out.append(prefix)
        for c, child in sorted(node.children.items(), key=lambda kv: kv[0]):
            self.collect(child, prefix + c, out)


def merge(intervals):
    out = []
    for lo, hi in sorted(intervals):
        if out and lo <= out[-1][1]:
            out[-1] = (out[-1][0], max(out[-1][1], hi))
        else:
            out.append((lo, hi))
    return out


class Index(object):
    def __init__(self):
        self.words = defaultdict(set)
        self.lines = []

    def add(self, line):
        number = len(self.lines)
        self.lines.append(line)
        for w in line.lower().split(' '):
            word = w.strip('.,;:!')
            if word:
                self.words[word].add(number)

    def search(self, query):
        found = None
        for w in query.split(' '):
            lines = self.words[w] if w in self.words else set()
            if found is None:
                found = set(lines)
            else:
                found &= lines
        if found is None:
            return []
        return [self.lines[i] for i in sorted(found)]


class Memo(object):
    def __init__(self):
        self.known = {}

    def lcs(self, a, b):
        if not a or not b:
            return ''
        key = (a, b)
        if key not in self.known:
            if a[0] == b[0]:
                self.known[key] = a[0] + self.lcs(a[1:], b[1:])
            else:
                self.known[key] = max(self.lcs(a[1:], b), self.lcs(a, b[1:]), key=len)
        return self.known[key]


def knapsack(items, capacity):
    best = [0] * (capacity + 1)
    chosen = [[] for _ in range(capacity + 1)]
    for name, weight, value in items:
        for c in range(capacity, weight - 1, -1):
            if best[c - weight] + value > best[c]:
                best[c] = best[c - weight] + value
                chosen[c] = chosen[c - weight] + [name]
    return best[capacity], chosen[capacity]


def entry_point(argv):
    cache = LRU(3)
    for i, key in enumerate('abcadbeabc'):
        if cache.get(key) is None:
            cache.put(key, 'v%d' % i)
    print(cache.hits, cache.misses, list(cache.items.items()))
    big = LRU(50)
    for i in range(2000):
        k = str(i * i % 97)
        if big.get(k) is None:
            big.put(k, k + '!')
    print(big.hits, big.misses, len(big.items), list(big.items)[:4])
    trie = Trie(['car', 'card', 'care', 'cat', 'dog', 'do'])
    print(trie.find('car'), trie.find('do'), trie.find('x'), len(trie.find('')))
    print(merge([(8, 10), (1, 3), (2, 6), (15, 18), (17, 20), (10, 11)]))
    index = Index()
    for line in ['The quick brown fox.', 'A lazy dog; the fox sleeps!', 'Brown dog, quick cat.']:
        index.add(line)
    print(index.search('fox'), index.search('quick brown'), index.search('the unicorn'), index.search('dog'))
    print(sorted(index.words.keys())[:4], len(index.words), sorted(index.words['the']))
    print(Memo().lcs('AGGTABQWERTY', 'GXTXAYBWRTQ'))
    print(knapsack([('gold', 5, 60), ('silver', 4, 40), ('lamp', 3, 30), ('book', 1, 12)], 8))
    return 0


def target(driver, args):
    return entry_point
