"""Graph algorithms: breadth and depth first, topological order, Dijkstra with a heap, union-find, Floyd-Warshall."""

INF = 1 << 60


class Heap(object):
    """Pairs (priority, item); the smallest first."""
    def __init__(self):
        self.items = []

    def push(self, item):
        items = self.items
        items.append(item)
        i = len(items) - 1
        while i > 0:
            parent = (i - 1) // 2
            if items[parent] <= items[i]:
                break
            items[parent], items[i] = items[i], items[parent]
            i = parent

    def pop(self):
        items = self.items
        top = items[0]
        last = items.pop()
        if items:
            items[0] = last
            i = 0
            while True:
                child = 2 * i + 1
                if child >= len(items):
                    break
                if child + 1 < len(items) and items[child + 1] < items[child]:
                    child += 1
                if items[i] <= items[child]:
                    break
                items[i], items[child] = items[child], items[i]
                i = child
        return top

    def __len__(self):
        return len(self.items)


def dijkstra(graph, start):
    dist = {node: INF for node in graph}
    dist[start] = 0
    before = {}
    heap = Heap()
    heap.push((0, start))
    done = set()
    while len(heap) > 0:
        d, node = heap.pop()
        if node in done:
            continue
        done.add(node)
        for other, weight in graph[node].items():
            if d + weight < dist[other]:
                dist[other] = d + weight
                before[other] = node
                heap.push((d + weight, other))
    return dist, before


def path(before, to):
    out = [to]
    while to in before:
        to = before[to]
        out.append(to)
    return out[::-1]


def topological(deps):
    indegree = {}
    for node, others in deps.items():
        indegree.setdefault(node, 0)
        for o in others:
            indegree[o] = indegree.get(o, 0) + 1
    ready = sorted([n for n, k in indegree.items() if k == 0])
    order = []
    while ready:
        node = ready.pop(0)
        order.append(node)
        for o in deps.get(node, []):
            indegree[o] -= 1
            if indegree[o] == 0:
                ready.append(o)
                ready.sort()
    if len(order) != len(indegree):
        raise ValueError('cycle')
    return order


class UnionFind(object):
    def __init__(self, n):
        self.parent = list(range(n))
        self.rank = [0] * n

    def find(self, x):
        while self.parent[x] != x:
            self.parent[x] = self.parent[self.parent[x]]
            x = self.parent[x]
        return x

    def union(self, a, b):
        a, b = self.find(a), self.find(b)
        if a == b:
            return False
        if self.rank[a] < self.rank[b]:
            a, b = b, a
        self.parent[b] = a
        if self.rank[a] == self.rank[b]:
            self.rank[a] += 1
        return True


def kruskal(n, edges):
    uf = UnionFind(n)
    total = 0
    used = []
    for weight, a, b in sorted(edges):
        if uf.union(a, b):
            total += weight
            used.append((a, b))
    return total, used


def bfs(grid, start, goal):
    height, width = len(grid), len(grid[0])
    queue = [(start, 0)]
    seen = {start}
    while queue:
        (r, c), steps = queue.pop(0)
        if (r, c) == goal:
            return steps
        for dr, dc in ((0, 1), (1, 0), (0, -1), (-1, 0)):
            p = (r + dr, c + dc)
            if 0 <= p[0] < height and 0 <= p[1] < width and grid[p[0]][p[1]] != '#' and p not in seen:
                seen.add(p)
                queue.append((p, steps + 1))
    return -1


def components(graph):
    seen = set()
    out = []
    for node in sorted(graph):
        if node in seen:
            continue
        stack = [node]
        part = []
        while stack:
            n = stack.pop()
            if n in seen:
                continue
            seen.add(n)
            part.append(n)
            stack.extend([m for m in graph[n] if m not in seen])
        out.append(sorted(part))
    return out


def floyd(n, edges):
    d = [[0 if i == j else INF for j in range(n)] for i in range(n)]
    for a, b, w in edges:
        d[a][b] = min(d[a][b], w)
    for k in range(n):
        for i in range(n):
            for j in range(n):
                if d[i][k] + d[k][j] < d[i][j]:
                    d[i][j] = d[i][k] + d[k][j]
    return d


def entry_point(argv):
    graph = {'a': {'b': 7, 'c': 9, 'f': 14}, 'b': {'a': 7, 'c': 10, 'd': 15},
             'c': {'a': 9, 'b': 10, 'd': 11, 'f': 2}, 'd': {'b': 15, 'c': 11, 'e': 6},
             'e': {'d': 6, 'f': 9}, 'f': {'a': 14, 'c': 2, 'e': 9}}
    dist, before = dijkstra(graph, 'a')
    print(dist)
    for node in sorted(graph):
        print(node, dist[node], '->'.join(path(before, node)))
    deps = {'shirt': ['tie', 'belt'], 'tie': ['jacket'], 'trousers': ['shoes', 'belt'], 'belt': ['jacket'],
            'socks': ['shoes'], 'watch': []}
    print(topological(deps))
    deps['jacket'] = ['shirt']
    try:
        topological(deps)
    except ValueError:
        print('cycle')
    print(kruskal(5, [(4, 0, 1), (1, 1, 2), (3, 0, 2), (7, 3, 4), (5, 2, 3), (6, 2, 4)]))
    grid = ['..#....', '.##.##.', '....#..', '.##...#', '...#...']
    print(bfs(grid, (0, 0), (4, 6)), bfs(['.#.', '##.', '...'], (0, 0), (2, 2)))
    print(components({1: [2], 2: [1, 3], 3: [2], 4: [5], 5: [4], 6: []}))
    for row in floyd(4, [(0, 2, -2), (2, 3, 2), (3, 1, -1), (1, 0, 4), (1, 2, 3)]):
        print(row)
    return 0


def target(driver, args):
    return entry_point
