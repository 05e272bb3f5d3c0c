# origin: after published programs
# Texts of a guest language as ropes: nodes for sums, slices and repetitions, balanced when deep, flattened when read much.
from rpython.rlib.rstring import StringBuilder


class Rope(object):
    length = 0
    depth = 0

    def char(self, i):
        raise NotImplementedError

    def write(self, b):
        raise NotImplementedError

    def flat(self):
        b = StringBuilder(self.length)
        self.write(b)
        return b.build()

    def slice(self, start, stop):
        if start == 0 and stop == self.length:
            return self
        if start >= stop:
            return EMPTY
        return self.part(start, stop)

    def part(self, start, stop):
        return Slice(self, start, stop)


class Leaf(Rope):
    def __init__(self, s):
        self.s = s
        self.length = len(s)

    def char(self, i):
        return self.s[i]

    def write(self, b):
        b.append(self.s)

    def part(self, start, stop):
        assert start >= 0 and stop >= 0
        return Leaf(self.s[start:stop])


EMPTY = Leaf('')


class Sum(Rope):
    def __init__(self, left, right):
        self.left = left
        self.right = right
        self.length = left.length + right.length
        self.depth = max(left.depth, right.depth) + 1

    def char(self, i):
        node = self
        while isinstance(node, Sum):
            if i < node.left.length:
                node = node.left
            else:
                i -= node.left.length
                node = node.right
        return node.char(i)

    def write(self, b):
        self.left.write(b)
        self.right.write(b)

    def part(self, start, stop):
        n = self.left.length
        if stop <= n:
            return self.left.slice(start, stop)
        if start >= n:
            return self.right.slice(start - n, stop - n)
        return concat(self.left.slice(start, n), self.right.slice(0, stop - n))


class Slice(Rope):
    def __init__(self, base, start, stop):
        self.base = base
        self.start = start
        self.length = stop - start
        self.depth = base.depth + 1

    def char(self, i):
        return self.base.char(self.start + i)

    def write(self, b):
        for i in range(self.length):
            b.append(self.char(i))

    def part(self, start, stop):
        return Slice(self.base, self.start + start, self.start + stop)


class Repeat(Rope):
    def __init__(self, base, n):
        self.base = base
        self.n = n
        self.length = base.length * n
        self.depth = base.depth + 1

    def char(self, i):
        return self.base.char(i % self.base.length)

    def write(self, b):
        s = self.base.flat()
        for i in range(self.n):
            b.append(s)


COUNTS = [0, 0]


def leaves(rope, out):
    if isinstance(rope, Sum):
        leaves(rope.left, out)
        leaves(rope.right, out)
    else:
        out.append(rope)


def build(parts, start, stop):
    if stop - start == 1:
        return parts[start]
    middle = (start + stop) // 2
    return Sum(build(parts, start, middle), build(parts, middle, stop))


def balanced(rope):
    COUNTS[0] += 1
    parts = []
    leaves(rope, parts)
    return build(parts, 0, len(parts))


def concat(a, b):
    if a.length == 0:
        return b
    if b.length == 0:
        return a
    if isinstance(a, Leaf) and isinstance(b, Leaf) and a.length + b.length < 8:
        COUNTS[1] += 1
        return Leaf(a.s + b.s)
    r = Sum(a, b)
    return balanced(r) if r.depth > 12 else r


def find(rope, what):
    """Naively, character by character."""
    n = what.length
    for i in range(rope.length - n + 1):
        k = 0
        while k < n and rope.char(i + k) == what.char(k):
            k += 1
        if k == n:
            return i
    return -1


def hash_of(rope):
    h = 7
    for i in range(rope.length):
        h = (h * 31 + ord(rope.char(i))) & 0xffffffff
    return h


def entry_point(argv):
    r = EMPTY
    for i in range(100):
        r = concat(r, Leaf('<%d>' % i))
    print(r.length, r.depth, COUNTS)
    s = r.flat()
    same = True
    for i in range(r.length):
        same = same and r.char(i) == s[i]
    print(same, s[:20], hash_of(r) == hash_of(Leaf(s)))
    for start, stop in [(0, 5), (100, 112), (3, 3), (0, r.length), (r.length - 4, r.length)]:
        print(repr(r.slice(start, stop).flat()), r.slice(start, stop).depth)
    rep = Repeat(concat(Leaf('ab'), Leaf('-')), 5)
    print(rep.flat(), rep.slice(2, 9).flat(), rep.slice(2, 9).slice(1, 4).flat())
    mixed = concat(concat(rep, r.slice(10, 16)), concat(rep.slice(1, 4), Leaf('end of the text')))
    print(mixed.flat(), mixed.length, find(mixed, Leaf('-b-e')), find(mixed, Leaf('b-end')), find(mixed, rep))
    left = EMPTY
    for i in range(300):
        left = concat(Leaf('0123456789'), left)
    print(left.depth, left.length, COUNTS[0] > 10, left.char(1234))
    return 0


def target(driver, args):
    return entry_point, None
