"""collections.deque: both ends, rotation, greatest length, iteration, breadth-first search, sliding windows."""
from collections import deque


class Task(object):
    def __init__(self, name, left):
        self.name = name
        self.left = left


def bfs(graph, start):
    order = []
    seen = {start}
    queue = deque([start])
    while queue:
        node = queue.popleft()
        order.append(node)
        for other in graph[node]:
            if other not in seen:
                seen.add(other)
                queue.append(other)
    return order


def window_max(l, k):
    out = []
    best = deque()
    for i, x in enumerate(l):
        while best and l[best[-1]] <= x:
            best.pop()
        best.append(i)
        if best[0] <= i - k:
            best.popleft()
        if i >= k - 1:
            out.append(l[best[0]])
    return out


def round_robin(tasks, quantum):
    queue = deque(tasks)
    log = []
    while len(queue) > 0:
        t = queue.popleft()
        step = min(quantum, t.left)
        t.left -= step
        log.append('%s%d' % (t.name, step))
        if t.left:
            queue.append(t)
    return log


def josephus(n, k):
    d = deque(range(1, n + 1))
    out = []
    while d:
        d.rotate(-(k - 1))
        out.append(d.popleft())
    return out


def entry_point(argv):
    d = deque()
    print(d, len(d), bool(d))
    for i in range(5):
        d.append(i)
        d.appendleft(-i)
    print(d, len(d), bool(d), d[0], d[-1], d[3])
    print(d.pop(), d.popleft(), list(d))
    d[2] = 100
    print(d, 100 in d, 101 in d, d.count(0), d.index(100), sum(d), max(d))
    d.rotate(2)
    print(d)
    d.rotate(-3)
    print(d)
    d.reverse()
    print(d)
    d.extend([7, 8])
    d.extendleft((9, 10))
    print(d)
    d.remove(100)
    del d[0]
    d.insert(1, 55)
    print(d, list(reversed(d)))
    e = d.copy()
    e.append(1)
    print(len(e) - len(d), e == d, d == d.copy(), d != e)
    d.clear()
    print(d, d == deque())
    try:
        d.pop()
    except IndexError:
        print('pop')
    try:
        d.popleft()
    except IndexError:
        print('popleft')
    try:
        print(e[100])
    except IndexError:
        print('index')
    try:
        e.remove(12345)
    except ValueError:
        print('remove')
    try:
        for x in e:
            e.append(x)
    except RuntimeError:
        print('mutated')
    last = deque(maxlen=3)
    for c in 'abcdef':
        last.append(c)
    print(last, ''.join(list(last)), len(last))
    last.appendleft('z')
    print(last, list(last))
    print(deque([1, 2, 3, 4], 2), deque('ab', maxlen=5))
    graph = {1: [2, 3], 2: [4], 3: [4, 5], 4: [6], 5: [6], 6: []}
    print(bfs(graph, 1))
    print(window_max([1, 3, -1, -3, 5, 3, 6, 7], 3))
    print(round_robin([Task('a', 3), Task('b', 5), Task('c', 1)], 2))
    print(josephus(7, 3), josephus(10, 4)[-1])
    big = deque()
    total = 0
    for i in range(20000):
        big.append(i)
        if i % 3 == 0:
            total += big.popleft()
    print(len(big), total, big[0], big[-1])
    pairs = deque([(1, 'a'), (2, 'b')])
    pairs.append((3, 'c'))
    while pairs:
        n, s = pairs.pop()
        print(n, s)
    for i, x in enumerate(deque([5, 6])):
        print(i, x)
    print(sorted(deque([3, 1, 2])), [x * 2 for x in deque((1, 2))])
    return 0


def target(driver, args):
    return entry_point
