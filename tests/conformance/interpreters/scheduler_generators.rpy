# origin: after published programs
"""Promises, ports and coroutine-like generators in a guest scheduler: generators kept in lists, finally in generators, a run queue."""


class Channel(object):
    def __init__(self, name, size):
        self.name = name
        self.size = size
        self.items = []
        self.closed = False

    def full(self):
        return len(self.items) >= self.size

    def empty(self):
        return len(self.items) == 0


class Closed(Exception):
    pass


class Task(object):
    def __init__(self, name, gen):
        self.name = name
        self.gen = gen
        self.steps = 0


def producer(ch, start, count, log):
    try:
        for i in range(start, start + count):
            while ch.full():
                yield "full"
            ch.items.append(i)
            yield "put"
    finally:
        log.append("producer done")
        ch.closed = True


def squarer(source, dest, log):
    while True:
        while source.empty():
            if source.closed:
                dest.closed = True
                log.append("squarer done")
                return
            yield "empty"
        n = source.items.pop(0)
        while dest.full():
            yield "full"
        dest.items.append(n * n)
        yield "square"


def consumer(ch, out, log):
    try:
        while True:
            if ch.empty():
                if ch.closed:
                    raise Closed
                yield "wait"
            else:
                out.append(ch.items.pop(0))
                yield "got"
    except Closed:
        log.append("consumer saw the end")


def run(tasks):
    counts = {}
    rounds = 0
    while tasks:
        rounds += 1
        left = []
        for t in tasks:
            try:
                event = next(t.gen)
            except StopIteration:
                continue
            t.steps += 1
            key = t.name + "/" + event
            counts[key] = counts.get(key, 0) + 1
            left.append(t)
        tasks = left
    return rounds, counts


def walk(tree):
    if tree is not None:
        left, value, right = tree.left, tree.value, tree.right
        for x in walk(left):
            yield x
        yield value
        for x in walk(right):
            yield x


class Tree(object):
    def __init__(self, left, value, right):
        self.left = left
        self.value = value
        self.right = right


def insert(tree, value):
    if tree is None:
        return Tree(None, value, None)
    if value < tree.value:
        return Tree(insert(tree.left, value), tree.value, tree.right)
    return Tree(tree.left, tree.value, insert(tree.right, value))


def same_fringe(a, b):
    ia, ib = walk(a), walk(b)
    n = 0
    while True:
        try:
            x = next(ia)
        except StopIteration:
            try:
                next(ib)
            except StopIteration:
                return n
            return -1
        try:
            if x != next(ib):
                return -1
        except StopIteration:
            return -1
        n += 1


def build(values):
    t = None
    for v in values:
        t = insert(t, v)
    return t


def entry_point(argv):
    for size in [1, 3]:
        log = []
        out = []
        a, b = Channel("a", size), Channel("b", 1)
        rounds, counts = run([Task("p", producer(a, size, 6, log)), Task("s", squarer(a, b, log)), Task("c", consumer(b, out, log))])
        print(rounds, ",".join([str(n) for n in out]))
        for key in sorted(counts.keys()):
            print("  %s %d" % (key, counts[key]))
        print("; ".join(log))
    values = [(i * 37) % 23 for i in range(23)]
    t = build(values)
    values.reverse()
    u = build(values)
    print(same_fringe(t, u), same_fringe(t, insert(u, 99)), same_fringe(insert(t, 5), u), same_fringe(None, None))
    print(sum([x for x in walk(t) if x % 2]))
    return 0


def target(driver, args):
    return entry_point
