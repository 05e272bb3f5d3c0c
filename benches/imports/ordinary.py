"""What modules do when they are imported, in quantity: attributes, methods, dicts, comprehensions, sorting, texts."""


class Point(object):
    count = 0

    def __init__(self, x, y):
        self.x = x
        self.y = y

    def plus(self, other):
        return Point(self.x + other.x, self.y + other.y)

    def norm(self):
        return self.x * self.x + self.y * self.y

    def __eq__(self, other):
        return self.x == other.x and self.y == other.y

    def __ne__(self, other):
        return not self == other

    def __hash__(self):
        return self.x * 31 + self.y

    @property
    def both(self):
        return self.x, self.y


class Node(object):
    def __init__(self, value):
        self.value = value
        self.left = None
        self.right = None

    def insert(self, value):
        node = self
        while True:
            if value < node.value:
                if node.left is None:
                    node.left = Node(value)
                    return
                node = node.left
            else:
                if node.right is None:
                    node.right = Node(value)
                    return
                node = node.right

    def walk(self):
        if self.left is not None:
            for v in self.left.walk():
                yield v
        yield self.value
        if self.right is not None:
            for v in self.right.walk():
                yield v


def points(n):
    p = Point(0, 0)
    total = 0
    for i in range(n):
        p = p.plus(Point(i & 7, i & 3))
        total += p.norm() & 255
        x, y = p.both
        if x > 1000:
            p = Point(0, y & 1)
    return total


def dicts(n):
    counts = {}
    for i in range(n):
        key = "k%d" % (i % 997)
        counts[key] = counts.get(key, 0) + i
    pairs = {}
    for i in range(n):
        pair = (i % 31, i % 37)
        if pair in pairs:
            pairs[pair] += 1
        else:
            pairs[pair] = 1
    inverse = dict((v, k) for k, v in counts.items())
    return len(counts), len(pairs), len(inverse), sum(pairs.values())


def sets(n):
    seen = set()
    for i in range(n):
        seen.add((i % 53, "ab"[i % 2], None if i % 3 else i % 7))
    groups = set()
    for i in range(n // 10):
        groups.add(frozenset([i % 5, i % 7, i % 11]))
    own = set()
    for i in range(n // 10):
        own.add(Point(i % 13, i % 17))
    return len(seen), len(groups), len(own), len(seen & set(list(seen)[::2]))


def lists(n):
    squares = [i * i for i in range(n) if i % 3]
    rows = [[i + j for j in range(10)] for i in range(n // 10)]
    flat = [x for row in rows for x in row if x & 1]
    flat.sort(key=lambda x: (x % 10, -x))
    names = sorted(["%05d-%s" % (x % 1000, x) for x in squares[:n // 4]], key=lambda s: s[3:])
    return len(squares), len(flat), names[0], names[-1], sum(map(len, names))


def texts(n):
    out = []
    for i in range(n):
        line = "%s = %d; %r" % ("name%d" % (i % 10), i, "text")
        left, right = line.split(" = ")
        out.append(left.upper() + ":" + right.strip().replace(";", ","))
    joined = "\n".join(out)
    words = {}
    for word in joined.split():
        words[word] = words.get(word, 0) + 1
    return len(joined), len(words)


def fib(n):
    return n if n < 2 else fib(n - 1) + fib(n - 2)


def trees(n):
    root = Node(n // 2)
    value = 12345
    for i in range(n):
        value = (value * 1103515245 + 12345) % 2147483648
        root.insert(value % n)
    return sum(root.walk())


def errors(n):
    caught = 0
    table = {"a": 1}
    for i in range(n):
        try:
            table["a" if i % 4 else "b"]
        except KeyError:
            caught += 1
        try:
            if not isinstance(i, int) or i % 5 == 0:
                raise ValueError("five", i)
        except ValueError as e:
            caught += len(e.args)
    return caught


def main(n):
    print(points(n), dicts(n), sets(n))
    print(lists(n), texts(n // 2))
    print(fib(23), trees(n // 4), errors(n))


main(150000)


def entry_point(argv):
    return 0


def target(driver, args):
    return entry_point, None
