"""Deeply nested containers, shared and copied; containers in instances; generators over them."""


class Node(object):
    def __init__(self, value, children=None):
        self.value = value
        self.children = children if children is not None else []

    def walk(self):
        todo = [self]
        while todo:
            n = todo.pop()
            yield n.value
            todo.extend(reversed(n.children))

    def depth(self):
        return 1 + max([c.depth() for c in self.children] or [0])

    def find(self, value):
        if self.value == value:
            return [value]
        for c in self.children:
            path = c.find(value)
            if path:
                return [self.value] + path
        return []


class Registry(object):
    def __init__(self):
        self.by_kind = {}
        self.log = []
        self.last = ('', [])

    def add(self, kind, name, tags=None):
        entry = (name, list(tags) if tags else [])
        self.by_kind.setdefault(kind, {}).setdefault(name[0], []).append(entry)
        self.log.append((kind, name))
        self.last = entry
        return len(self.log)

    def all_tags(self):
        return sorted({t for groups in self.by_kind.values() for entries in groups.values()
                       for _, tags in entries for t in tags})


def flatten(rows):
    for row in rows:
        for x in row:
            yield x


def chunks(l, n):
    for i in range(0, len(l), n):
        yield l[i:i + n]


def pairs(l):
    for i, a in enumerate(l):
        for b in l[i + 1:]:
            yield a, b


def accumulate(l):
    total = 0
    for x in l:
        total += x
        yield total


def group_by(items, key):
    out = {}
    for x in items:
        out.setdefault(key(x), []).append(x)
    return out


def deep_copy(grid):
    return [[list(cell) for cell in row] for row in grid]


def entry_point(argv):
    tree = Node('a', [Node('b', [Node('d'), Node('e', [Node('g')])]), Node('c', [Node('f')])])
    print(list(tree.walk()), tree.depth(), tree.find('g'), tree.find('z'))
    print(''.join(sorted(tree.walk(), reverse=True)), len([v for v in tree.walk() if v > 'c']))
    r = Registry()
    r.add('bird', 'owl', ['night', 'wise'])
    r.add('bird', 'osprey', ['fish'])
    r.add('fish', 'trout')
    print(r.add('bird', 'wren', ['small']), r.by_kind, r.log, r.last)
    print(r.all_tags(), sorted(r.by_kind), [len(g) for g in r.by_kind.values()])
    rows = [[1, 2], [], [3], [4, 5, 6]]
    print(list(flatten(rows)), sum(flatten(rows)), max(flatten(rows)), sorted(flatten(rows), key=lambda x: -x))
    print(list(chunks(list(range(7)), 3)), list(pairs([1, 2, 3])), list(accumulate([1, 2, 3, 4])))
    print([list(accumulate(c)) for c in chunks([1, 2, 3, 4, 5], 2)])
    print(list(zip(accumulate([1, 1, 1]), chunks([9, 8, 7, 6], 2))))
    print(group_by(range(10), lambda x: x % 3))
    print(dict(enumerate(['x', 'y'])), dict((k, v) for v, k in enumerate(['p', 'q'])))
    grid = [[[0] for _ in range(2)] for _ in range(2)]
    other = deep_copy(grid)
    alias = grid[0]
    alias[1].append(5)
    print(grid, other, grid[0] is alias, grid == other, grid[1] == other[1])
    state = {'pos': [1, 2], 'vel': [3, 4]}
    for _ in range(3):
        state['pos'] = [p + v for p, v in zip(state['pos'], state['vel'])]
    print(state)
    cube = {x: {y: {z: x * y * z for z in range(2)} for y in range(2)} for x in range(3)}
    print(cube[2][1][1], sum([v for a in cube.values() for b in a.values() for v in b.values()]))
    table = [('b', [2, 1]), ('a', [3])]
    for name, numbers in sorted(table):
        numbers.sort()
        print(name, numbers)
    matrix = [[1, 2, 3], [4, 5, 6]]
    print([list(t) for t in zip([1, 2], [3, 4])], [[row[i] for row in matrix] for i in range(3)])
    seen = []
    queue = [('start', 0)]
    edges = {'start': ['l', 'r'], 'l': ['end'], 'r': ['l', 'end'], 'end': []}
    while queue:
        name, depth = queue.pop(0)
        if name in [n for n, _ in seen]:
            continue
        seen.append((name, depth))
        queue += [(n, depth + 1) for n in edges[name]]
    print(seen)
    total = 0
    for i, row in enumerate(matrix):
        for j, x in enumerate(row):
            if (i, j) in ((0, 0), (1, 2)):
                continue
            total += x
    print(total)
    first = next((row for row in matrix if sum(row) > 10), None)
    print(first, next((x for x in [1, 2] if x > 5), -1))
    it = iter(matrix[0])
    print([(a, b) for a, b in zip(it, matrix[1])])
    return 0


def target(driver, args):
    return entry_point
