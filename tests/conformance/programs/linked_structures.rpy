"""Doubly linked list, queue, priority queue, union-find, graph search."""


class Link(object):
    def __init__(self, value):
        self.value = value
        self.prev = None
        self.next = None


class Deque(object):
    def __init__(self):
        self.first = None
        self.last = None
        self.size = 0

    def push_back(self, v):
        n = Link(v)
        if self.last is None:
            self.first = self.last = n
        else:
            n.prev = self.last
            self.last.next = n
            self.last = n
        self.size += 1

    def pop_front(self):
        n = self.first
        if n is None:
            raise IndexError
        self.first = n.next
        if self.first is None:
            self.last = None
        else:
            self.first.prev = None
        self.size -= 1
        return n.value


class UnionFind(object):
    def __init__(self, n):
        self.parent = [i for i in range(n)]

    def find(self, x):
        while self.parent[x] != x:
            self.parent[x] = self.parent[self.parent[x]]
            x = self.parent[x]
        return x

    def union(self, a, b):
        a = self.find(a)
        b = self.find(b)
        if a == b:
            return False
        self.parent[a] = b
        return True


class Graph(object):
    def __init__(self, n):
        self.edges = [[] for i in range(n)]

    def add(self, a, b):
        self.edges[a].append(b)
        self.edges[b].append(a)

    def distances(self, start):
        dist = [-1] * len(self.edges)
        dist[start] = 0
        q = Deque()
        q.push_back(start)
        while q.size > 0:
            x = q.pop_front()
            for y in self.edges[x]:
                if dist[y] < 0:
                    dist[y] = dist[x] + 1
                    q.push_back(y)
        return dist


def entry_point(argv):
    q = Deque()
    for i in range(5):
        q.push_back(i * i)
    while q.size:
        print(q.pop_front())
    try:
        q.pop_front()
    except IndexError:
        print("empty")
    u = UnionFind(6)
    for a, b in [(0, 1), (2, 3), (1, 0), (1, 3), (0, 2), (4, 5)]:
        print(u.union(a, b))
    g = Graph(8)
    for a, b in [(0, 1), (1, 2), (2, 3), (0, 4), (4, 5), (5, 3), (6, 7)]:
        g.add(a, b)
    print(" ".join([str(d) for d in g.distances(0)]))
    return 0


def target(driver, args):
    return entry_point, None
