"""A binary heap of tuples and of instances by key, an event loop, a median of a stream, merging sorted lists, top k."""


class Heap(object):
    def __init__(self):
        self.items = []
        self.count = 0

    def push(self, priority, item):
        entry = (priority, self.count, item)
        self.count += 1
        items = self.items
        items.append(entry)
        i = len(items) - 1
        while i > 0 and items[(i - 1) >> 1] > items[i]:
            j = (i - 1) >> 1
            items[i], items[j] = items[j], items[i]
            i = j

    def pop(self):
        items = self.items
        if not items:
            raise IndexError('empty')
        items[0], items[-1] = items[-1], items[0]
        entry = items.pop()
        i, n = 0, len(items)
        while True:
            least = i
            for c in (2 * i + 1, 2 * i + 2):
                if c < n and items[c] < items[least]:
                    least = c
            if least == i:
                return entry
            items[i], items[least] = items[least], items[i]
            i = least

    def __len__(self):
        return len(self.items)


class Loop(object):
    def __init__(self):
        self.heap = Heap()
        self.now = 0
        self.log = []
        self.waiting = {}

    def call_later(self, delay, name):
        self.heap.push(self.now + delay, name)

    def wait_for(self, name, then):
        self.waiting.setdefault(name, []).append(then)

    def run(self):
        while len(self.heap):
            self.now, _, name = self.heap.pop()
            self.log.append((self.now, name))
            for then in self.waiting.pop(name, []):
                self.call_later(1, then)


class Median(object):
    def __init__(self):
        self.low = Heap()
        self.high = Heap()

    def add(self, x):
        self.low.push(-x, '')
        largest = -self.low.pop()[0]
        self.high.push(largest, '')
        if len(self.high) > len(self.low):
            self.low.push(-self.high.pop()[0], '')

    def get(self):
        if len(self.low) > len(self.high):
            return -self.low.items[0][0] * 1.0
        return (self.high.items[0][0] - self.low.items[0][0]) / 2.0


def merge_all(lists):
    heap = Heap()
    sources = [iter(l) for l in lists]
    for i, it in enumerate(sources):
        first = next(it, -1)
        if first >= 0:
            heap.push(first, str(i))
    out = []
    while len(heap):
        value, _, source = heap.pop()
        out.append(value)
        following = next(sources[int(source)], -1)
        if following >= 0:
            heap.push(following, source)
    return out


def top(words, k):
    counts = {}
    for w in words:
        counts[w] = counts.get(w, 0) + 1
    heap = Heap()
    for w in sorted(counts):
        heap.push(counts[w], w)
        if len(heap) > k:
            heap.pop()
    out = []
    while len(heap):
        n, _, w = heap.pop()
        out.insert(0, (w, n))
    return out


def huffman(text):
    counts = {}
    for c in text:
        counts[c] = counts.get(c, 0) + 1
    heap = Heap()
    for c in sorted(counts):
        heap.push(counts[c], c)
    codes = {c: '' for c in counts}
    while len(heap) > 1:
        n, _, a = heap.pop()
        m, _, b = heap.pop()
        for c in a:
            codes[c] = '0' + codes[c]
        for c in b:
            codes[c] = '1' + codes[c]
        heap.push(n + m, a + b)
    return codes


def entry_point(argv):
    h = Heap()
    for n in [5, 2, 8, 1, 9, 3, 7]:
        h.push(n, 'n%d' % n)
    print([h.pop()[2] for _ in range(len(h))])
    try:
        h.pop()
    except IndexError:
        print('empty')
    loop = Loop()
    loop.call_later(5, 'late')
    loop.call_later(1, 'early')
    loop.call_later(1, 'second')
    loop.wait_for('early', 'after early')
    loop.wait_for('after early', 'last of all')
    loop.run()
    print(loop.log, loop.now)
    m = Median()
    out = []
    for x in [5, 15, 1, 3, 8, 7, 9, 2]:
        m.add(x)
        out.append(m.get())
    print(out)
    print(merge_all([[1, 4, 7], [2, 5, 8], [], [0, 3, 6, 9]]))
    print(top('a b c a b a d e e e e'.split(' '), 3))
    codes = huffman('abracadabra')
    print(codes, sum([len(codes[c]) for c in 'abracadabra']))
    return 0


def target(driver, args):
    return entry_point
