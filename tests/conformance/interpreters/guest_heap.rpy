# origin: after published programs
# A guest language's own garbage collector over a list of words: semispaces, forwarding, tagged ints, roots, weak pairs.
class OutOfMemory(Exception):
    pass


TAG_PAIR, TAG_VECTOR, TAG_WEAK, TAG_MOVED = 1, 2, 3, 4


def is_int(w):
    return w & 1 == 1


def tagged(n):
    return n * 2 + 1


def untagged(w):
    return w >> 1


class Heap(object):
    def __init__(self, size):
        self.size = size
        self.words = [0] * (2 * size)
        self.start = 0
        self.free = 2
        self.roots = []
        self.collections = 0
        self.copied = 0
        self.weak = []

    def alloc(self, tag, n):
        if self.free + n + 1 > self.start + self.size:
            self.collect()
            if self.free + n + 1 > self.start + self.size:
                raise OutOfMemory('%d words' % n)
        at = self.free
        self.words[at] = n * 8 + tag
        for i in range(n):
            self.words[at + 1 + i] = 0
        self.free += n + 1
        return at * 2

    def address(self, w):
        assert not is_int(w) and w
        return w >> 1

    def get(self, w, i):
        return self.words[self.address(w) + 1 + i]

    def put(self, w, i, v):
        self.words[self.address(w) + 1 + i] = v

    def tag(self, w):
        return self.words[self.address(w)] & 7

    def length(self, w):
        return self.words[self.address(w)] >> 3

    def copy(self, w):
        if w == 0 or is_int(w):
            return w
        at = w >> 1
        header = self.words[at]
        if header & 7 == TAG_MOVED:
            return header >> 3 << 1
        n = header >> 3
        to = self.free
        for i in range(n + 1):
            self.words[to + i] = self.words[at + i]
        self.free += n + 1
        self.copied += n + 1
        self.words[at] = to * 8 + TAG_MOVED
        return to * 2

    def collect(self):
        self.collections += 1
        self.start = self.size - self.start
        self.free = self.start + (2 if self.start == 0 else 0)
        scan = self.free
        self.weak = []
        for i in range(len(self.roots)):
            self.roots[i] = self.copy(self.roots[i])
        while scan < self.free:
            header = self.words[scan]
            n = header >> 3
            if header & 7 == TAG_WEAK:
                self.weak.append(scan)
                self.words[scan + 2] = self.copy(self.words[scan + 2])
            else:
                for i in range(1, n + 1):
                    self.words[scan + i] = self.copy(self.words[scan + i])
            scan += n + 1
        for at in self.weak:
            key = self.words[at + 1]
            if key and not is_int(key):
                header = self.words[key >> 1]
                self.words[at + 1] = header >> 3 << 1 if header & 7 == TAG_MOVED else 0

    def used(self):
        return self.free - self.start


class Root(object):
    """A place that the collector knows: for a `with` block."""

    def __init__(self, heap, w):
        self.heap = heap
        self.index = len(heap.roots)
        heap.roots.append(w)

    def __enter__(self):
        return self

    def __exit__(self, etype, value, tb):
        self.heap.roots.pop()

    def get(self):
        return self.heap.roots[self.index]

    def set(self, w):
        self.heap.roots[self.index] = w


def cons(heap, head, tail):
    with Root(heap, head) as h:
        with Root(heap, tail) as t:
            p = heap.alloc(TAG_PAIR, 2)
            heap.put(p, 0, h.get())
            heap.put(p, 1, t.get())
            return p


def make_list(heap, n):
    with Root(heap, 0) as out:
        i = n
        while i > 0:
            out.set(cons(heap, tagged(i), out.get()))
            i -= 1
        return out.get()


def show(heap, w, depth):
    if w == 0:
        return '()'
    if is_int(w):
        return str(untagged(w))
    if depth == 0:
        return '...'
    if heap.tag(w) == TAG_PAIR:
        parts = []
        while w and not is_int(w) and heap.tag(w) == TAG_PAIR and len(parts) < 8:
            parts.append(show(heap, heap.get(w, 0), depth - 1))
            w = heap.get(w, 1)
        return '(' + ' '.join(parts) + ('' if w == 0 else ' . ' + show(heap, w, depth - 1)) + ')'
    return '#(' + ' '.join([show(heap, heap.get(w, i), depth - 1) for i in range(heap.length(w))]) + ')'


def reverse(heap, w):
    with Root(heap, w) as rest:
        with Root(heap, 0) as out:
            while rest.get():
                out.set(cons(heap, heap.get(rest.get(), 0), out.get()))
                rest.set(heap.get(rest.get(), 1))
            return out.get()


def entry_point(argv):
    heap = Heap(200)
    with Root(heap, make_list(heap, 10)) as xs:
        for i in range(50):
            xs.set(reverse(heap, xs.get()))
        print(show(heap, xs.get(), 3), heap.collections > 3, heap.used() <= 200)
        with Root(heap, heap.alloc(TAG_VECTOR, 3)) as v:
            heap.put(v.get(), 0, xs.get())
            heap.put(v.get(), 1, v.get())
            heap.put(v.get(), 2, tagged(-7))
            heap.collect()
            print(show(heap, v.get(), 3), heap.get(v.get(), 0) == xs.get(), heap.get(v.get(), 1) == v.get())
        with Root(heap, heap.alloc(TAG_WEAK, 2)) as weak:
            heap.put(weak.get(), 0, xs.get())
            heap.put(weak.get(), 1, tagged(5))
            heap.collect()
            print(heap.get(weak.get(), 0) == xs.get())
            xs.set(0)
            heap.collect()
            print(heap.get(weak.get(), 0), show(heap, heap.get(weak.get(), 1), 1), heap.used())
        try:
            n = 0
            while True:
                xs.set(cons(heap, tagged(n), xs.get()))
                n += 1
        except OutOfMemory as e:
            print('out of memory: %s after %d' % (e, n), len(heap.roots))
    heap.collect()
    print(heap.used(), len(heap.roots))
    return 0


def target(driver, args):
    return entry_point, None
