"""Sets and frozensets: literals, comprehensions, methods, operators, as keys, prebuilt."""

VOWELS = set('aeiou')
PRIMES = frozenset([2, 3, 5, 7, 11])
EDGES = {(0, 1), (1, 2)}


class Node(object):
    def __init__(self, name):
        self.name = name


def show(s):
    print(sorted(s), len(s))


def show_words(s):
    print(sorted(s), len(s))


def gen(n):
    for i in range(n):
        yield i % 4


def life(cells):
    counts = {}
    for x, y in cells:
        for dx in (-1, 0, 1):
            for dy in (-1, 0, 1):
                if dx != 0 or dy != 0:
                    p = (x + dx, y + dy)
                    counts[p] = counts.get(p, 0) + 1
    return {p for p in counts if counts[p] == 3 or (counts[p] == 2 and p in cells)}


def entry_point(argv):
    s = {3, 1, 2, 3}
    show(s)
    s.add(7)
    s.add(7)
    s.discard(1)
    s.discard(100)
    s.remove(2)
    show(s)
    try:
        s.remove(2)
    except KeyError:
        print('KeyError')
    e = set()
    print(len(e), e == set(), bool(e), bool(s), e)
    try:
        e.pop()
    except KeyError:
        print('pop from an empty set')
    e.add('x')
    print(e, e.pop(), len(e))
    show_words(set('hello'))
    show(set([1, 2, 2, 1]))
    show(set(gen(10)))
    show(set(range(5)))
    show({x * x for x in range(-3, 4)})
    show(set((1, 2)) | set([5]))
    a = set([1, 2, 3, 4])
    b = set([3, 4, 5])
    show(a | b)
    show(a & b)
    show(a - b)
    show(a ^ b)
    show(a.union(b))
    show(a.union([9, 10], (11,)))
    show(a.intersection([2, 3, 99]))
    show(a.difference(b, [1]))
    show(a.symmetric_difference(range(3)))
    print(a.issubset(b), a.issuperset([1, 2]), a.isdisjoint([7]), set([3]).issubset(a))
    print(a < b, a <= a, a < a, set([1]) < a, a > set([1]), a >= b, a == set([4, 3, 2, 1]), a != b)
    c = a.copy()
    c |= b
    show(c)
    c &= set([1, 3, 5, 7])
    show(c)
    c -= set([1])
    show(c)
    c ^= set([3, 8])
    show(c)
    c.update([1, 2], (5, 6))
    show(c)
    c.intersection_update([1, 2, 6])
    show(c)
    c.difference_update([6])
    show(c)
    c.symmetric_difference_update([2, 4])
    show(c)
    c.clear()
    show(c)
    show(a)
    print(3 in a, 30 in a, 3 not in a)
    total = 0
    for x in a:
        total += x
    print(total, sum(a), max(a), min(a), sorted(a, reverse=True))
    print('e' in VOWELS, 'z' in VOWELS, 7 in PRIMES, 8 in PRIMES, (1, 2) in EDGES, (2, 1) in EDGES)
    VOWELS.add('y')
    show_words(VOWELS)
    f = frozenset([1, 2])
    d = {f: 'a', frozenset([3]): 'b'}
    print(d[frozenset([2, 1])], d[frozenset([3])], frozenset() in d)
    print(frozenset([5]), frozenset(), [{1}, {2}], {4: {5}})
    print(f == frozenset([2, 1]), f | frozenset([9]) == frozenset([1, 2, 9]))
    nodes = [Node('a'), Node('b'), Node('c')]
    seen = set()
    for n in nodes + nodes:
        if n not in seen:
            seen.add(n)
    print(len(seen), sorted([n.name for n in seen]))
    words = set()
    for w in 'the cat the dog a cat'.split(' '):
        words.add(w)
    show_words(words)
    pairs = set()
    for i in range(4):
        pairs.add((i % 2, str(i % 2)))
    print(sorted(pairs), len(pairs))
    d1 = {'a': 1, 'b': 2}
    print(sorted(set(d1) | {'c'}), sorted(d1.keys() & {'a', 'q'}), list(set([3])))
    cells = {(1, 0), (2, 1), (0, 2), (1, 2), (2, 2)}
    for i in range(4):
        cells = life(cells)
        print(sorted(cells))
    big = set()
    for i in range(2000):
        big.add(i * 7919 % 1009)
    print(len(big))
    for i in range(0, 1009, 2):
        big.discard(i)
    print(len(big), 4 in big, 5 in big)
    print(any(x > 1000 for x in big), all(x % 2 == 1 for x in big))
    return 0


def target(driver, args):
    return entry_point
