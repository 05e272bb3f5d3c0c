"""Tables as lists of lists and dicts: subsequences, paths, partitions, edit scripts, memo by tuples."""


def lcs(a, b):
    table = [[0] * (len(b) + 1) for _ in range(len(a) + 1)]
    for i, x in enumerate(a):
        for j, y in enumerate(b):
            table[i + 1][j + 1] = table[i][j] + 1 if x == y else max(table[i][j + 1], table[i + 1][j])
    out = []
    i, j = len(a), len(b)
    while i and j:
        if a[i - 1] == b[j - 1]:
            out.append(a[i - 1])
            i, j = i - 1, j - 1
        elif table[i - 1][j] >= table[i][j - 1]:
            i -= 1
        else:
            j -= 1
    return ''.join(reversed(out))


def paths(grid):
    h, w = len(grid), len(grid[0])
    ways = [[0] * w for _ in range(h)]
    ways[0][0] = 1
    for r in range(h):
        for c in range(w):
            if grid[r][c] == '#':
                ways[r][c] = 0
                continue
            if r:
                ways[r][c] += ways[r - 1][c]
            if c:
                ways[r][c] += ways[r][c - 1]
    return ways[-1][-1]


def cheapest(costs):
    best = {(0, 0): costs[0][0]}
    for r, row in enumerate(costs):
        for c, cost in enumerate(row):
            options = [best[p] for p in ((r - 1, c), (r, c - 1)) if p in best]
            if options:
                best[r, c] = cost + min(options)
    return best[len(costs) - 1, len(costs[0]) - 1]


class Partitions(object):
    def __init__(self):
        self.memo = {}
        self.calls = 0

    def count(self, n, largest):
        if n == 0:
            return 1
        if n < 0 or largest == 0:
            return 0
        key = (n, largest)
        if key in self.memo:
            return self.memo[key]
        self.calls += 1
        self.memo[key] = self.count(n - largest, largest) + self.count(n, largest - 1)
        return self.memo[key]


def coins(amount, values):
    best = {0: []}
    for a in range(1, amount + 1):
        choices = [best[a - v] + [v] for v in values if a - v in best]
        if choices:
            best[a] = min(choices, key=len)
    return best.get(amount, [])


def partition_sets(l):
    if not l:
        return [[]]
    out = []
    for rest in partition_sets(l[1:]):
        out.append([[l[0]]] + rest)
        for i in range(len(rest)):
            out.append(rest[:i] + [[l[0]] + rest[i]] + rest[i + 1:])
    return out


def matrix_chain(dims):
    n = len(dims) - 1
    cost = {}
    for i in range(n):
        cost[i, i] = 0
    for length in range(2, n + 1):
        for i in range(n - length + 1):
            j = i + length - 1
            cost[i, j] = min([cost[i, k] + cost[k + 1, j] + dims[i] * dims[k + 1] * dims[j + 1] for k in range(i, j)])
    return cost[0, n - 1]


def collatz(limit):
    lengths = {1: 1}
    for start in range(2, limit):
        path = []
        n = start
        while n not in lengths:
            path.append(n)
            n = n // 2 if n % 2 == 0 else 3 * n + 1
        known = lengths[n]
        for i, x in enumerate(reversed(path)):
            lengths[x] = known + i + 1
    best = max(range(1, limit), key=lambda k: lengths[k])
    return best, lengths[best], len(lengths)


def entry_point(argv):
    print(lcs('ABCBDAB', 'BDCABA'), lcs('', 'x'), lcs('same', 'same'))
    print(paths(['...', '.#.', '...']), paths(['..', '..']), paths(['.#', '#.']))
    print(cheapest([[1, 3, 1], [1, 5, 1], [4, 2, 1]]))
    p = Partitions()
    print([p.count(n, n) for n in range(1, 15)], p.count(60, 60), len(p.memo) == p.calls)
    print(coins(63, [1, 5, 10, 21, 25]), coins(3, [2]))
    parts = partition_sets(['a', 'b', 'c'])
    print(len(parts), parts, len(partition_sets(list('abcde'))))
    print(matrix_chain([30, 35, 15, 5, 10, 20, 25]), collatz(1000))
    triangle = [[3], [7, 4], [2, 4, 6], [8, 5, 9, 3]]
    while len(triangle) > 1:
        last = triangle.pop()
        triangle[-1] = [x + max(a, b) for x, a, b in zip(triangle[-1], last, last[1:])]
    print(triangle)
    return 0


def target(driver, args):
    return entry_point
