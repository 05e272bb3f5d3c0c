"""Graphs: Dijkstra with a heap, A* on a grid, union-find and spanning trees, topological order, components."""


class QueueMethods(object):
    _mixin_ = True              # one copy for each type of item

    def __init__(self):
        self.heap = []
        self.count = 0

    def __len__(self):
        return len(self.heap)

    def put(self, priority, item):
        self.count += 1
        heap = self.heap
        heap.append((priority, self.count, item))
        i = len(heap) - 1
        while i and heap[i] < heap[(i - 1) >> 1]:
            heap[i], heap[(i - 1) >> 1] = heap[(i - 1) >> 1], heap[i]
            i = (i - 1) >> 1

    def get(self):
        heap = self.heap
        if not heap:
            raise IndexError("empty queue")
        heap[0], heap[-1] = heap[-1], heap[0]
        priority, count, item = heap.pop()
        i = 0
        while 2 * i + 1 < len(heap):
            child = 2 * i + 1
            if child + 1 < len(heap) and heap[child + 1] < heap[child]:
                child += 1
            if heap[i] < heap[child]:
                break
            heap[i], heap[child] = heap[child], heap[i]
            i = child
        return item, priority


class NameQueue(QueueMethods):
    pass


class PointQueue(QueueMethods):
    pass


class Graph(object):
    directed = False

    def __init__(self, text):
        self.edges = {}
        for part in text.split():
            ends, weight = part.split(":")
            a, b = ends.split("-")
            self.add(a, b, int(weight))

    def add(self, a, b, weight):
        self.edges.setdefault(a, []).append((b, weight))
        self.edges.setdefault(b, [])
        if not self.directed:
            self.edges[b].append((a, weight))

    def dijkstra(self, start):
        best = {start: 0}
        came = {}
        queue = NameQueue()
        queue.put(0, start)
        while queue:
            node, distance = queue.get()
            if distance > best[node]:
                continue
            for other, weight in self.edges[node]:
                d = distance + weight
                if other not in best or d < best[other]:
                    best[other] = d
                    came[other] = node
                    queue.put(d, other)
        return best, came

    def path(self, start, goal):
        best, came = self.dijkstra(start)
        if goal not in best:
            return None
        nodes = [goal]
        while nodes[-1] != start:
            nodes.append(came[nodes[-1]])
        nodes.reverse()
        return nodes


class Cycle(Exception):
    def __init__(self, nodes):
        self.nodes = nodes


class Directed(Graph):
    directed = True

    def topological(self):
        waiting = dict([(n, 0) for n in self.edges])
        for n in self.edges:
            for other, w in self.edges[n]:
                waiting[other] += 1
        ready = sorted([n for n in waiting if waiting[n] == 0])
        order = []
        while ready:
            n = ready.pop(0)
            order.append(n)
            for other, w in self.edges[n]:
                waiting[other] -= 1
                if not waiting[other]:
                    ready.append(other)
            ready.sort()
        if len(order) < len(self.edges):
            raise Cycle(sorted([n for n in waiting if waiting[n] > 0]))
        return order

    def components(self):
        index = {}
        low = {}
        stack = []
        found = []

        def visit(n):
            index[n] = low[n] = len(index)
            stack.append(n)
            for other, w in self.edges[n]:
                if other not in index:
                    visit(other)
                    low[n] = min(low[n], low[other])
                elif other in stack:
                    low[n] = min(low[n], index[other])
            if low[n] == index[n]:
                i = stack.index(n)
                found.append(sorted(stack[i:]))
                del stack[i:]

        for n in sorted(self.edges):
            if n not in index:
                visit(n)
        return found


class UnionFind(object):
    def __init__(self, items):
        self.parent = dict([(x, x) for x in items])
        self.sets = len(self.parent)

    def find(self, x):
        while self.parent[x] != x:
            self.parent[x] = self.parent[self.parent[x]]
            x = self.parent[x]
        return x

    def join(self, a, b):
        a, b = self.find(a), self.find(b)
        if a == b:
            return False
        self.parent[max(a, b)] = min(a, b)
        self.sets -= 1
        return True


def spanning_tree(graph):
    edges = sorted([(w, a, b) for a in graph.edges for b, w in graph.edges[a] if a < b])
    uf = UnionFind(graph.edges.keys())
    tree = [(a, b, w) for w, a, b in edges if uf.join(a, b)]
    return tree, uf.sets


def astar(rows):
    cells = {}
    start = goal = (0, 0)
    for y, row in enumerate(rows):
        for x, c in enumerate(row):
            if c != "#":
                cells[x, y] = 3 if c == "~" else 1
            if c == "S":
                start = (x, y)
            elif c == "G":
                goal = (x, y)
    estimate = lambda p: abs(p[0] - goal[0]) + abs(p[1] - goal[1])
    queue = PointQueue()
    queue.put(estimate(start), start)
    cost = {start: 0}
    came = {}
    visited = 0
    while len(queue):
        here, f = queue.get()
        visited += 1
        if here == goal:
            break
        for dx, dy in ((1, 0), (0, 1), (-1, 0), (0, -1)):
            p = (here[0] + dx, here[1] + dy)
            if p in cells:
                c = cost[here] + cells[p]
                if p not in cost or c < cost[p]:
                    cost[p] = c
                    came[p] = here
                    queue.put(c + estimate(p), p)
    else:
        return -1, visited, rows
    picture = [[c for c in row] for row in rows]
    p = came[goal]
    while p != start:
        picture[p[1]][p[0]] = "*"
        p = came[p]
    return cost[goal], visited, ["".join(row) for row in picture]


def entry_point(argv):
    g = Graph("a-b:7 a-c:9 a-f:14 b-c:10 b-d:15 c-d:11 c-f:2 d-e:6 e-f:9 x-y:1")
    best, came = g.dijkstra("a")
    print(sorted(best.items()), sorted(came.items()))
    for start, goal in [("a", "e"), ("e", "b"), ("a", "a"), ("a", "x")]:
        path = g.path(start, goal)
        print(start, goal, "no path" if path is None else "->".join(path))
    print(spanning_tree(g))
    d = Directed("shirt-tie:1 tie-jacket:1 trousers-shoes:1 trousers-belt:1 belt-jacket:1 socks-shoes:1")
    print(d.topological(), d.path("trousers", "jacket"), d.path("jacket", "tie") is None)
    d.add("jacket", "trousers", 2)
    try:
        print(d.topological())
    except Cycle as e:
        print("cycle through", e.nodes)
    print(d.components())
    print(Directed("a-b:1 b-c:1 c-a:1 c-d:1 d-e:1 e-d:1 f-e:1").components())
    for rows in [["S..#....", ".#.#.##.", ".#...#..", ".####.#.", "......#G"],
                 ["S~~~G", ".###.", "....."], ["S#G"]]:
        length, visited, picture = astar(rows)
        print(length, visited)
        print("\n".join(picture))
    q = NameQueue()
    for i, word in enumerate("the order of equal ones is kept".split()):
        q.put(len(word), word)
    print([q.get() for i in range(len(q))])
    try:
        q.get()
    except IndexError as e:
        print(e)
    return 0


def target(driver, args):
    return entry_point
