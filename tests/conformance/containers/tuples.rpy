"""Tuples: comparison, concatenation, as keys and items, in arguments and results, unpacked everywhere."""


def minmax(items):
    return min(items), max(items)


def spread(*args):
    return args


def total(*numbers):
    n = 0
    for x in numbers:
        n += x
    return n


def describe(first, *rest):
    return first + str(len(rest))


def pairwise(l):
    return [(l[i], l[i + 1]) for i in range(len(l) - 1)]


TABLE = (('zero', 0), ('one', 1), ('two', 2))
WEIGHTS = (0.5, 0.25, 0.125)
POINTS = ((0, 0), (3, 4), (-1, 2))


def entry_point(argv):
    t = (1, 'a', 2.5)
    print(t, t[0], t[-1], t[1:], len(t), t + (None,), (1,) + (2,), t[::2])
    a, (b, c), [d, e] = 1, (2, 3), [4, 5]
    print(a, b, c, d, e)
    lo, hi = minmax([4, 1, 9])
    print(lo, hi, minmax([7, 7]))
    print(spread(1, 'x'), total(1, 2, 3), total(), describe('n'), describe('n', 1, 2))
    args = (4, 5)
    print(total(*args), total(1, *args))
    for (x, y), name in [((1, 2), 'p'), ((3, 4), 'q')]:
        print(x + y, name)
    for i, (name, value) in enumerate(TABLE):
        print(i, name, value)
    print(sum(WEIGHTS), max(WEIGHTS), [w * 2 for w in WEIGHTS], WEIGHTS[len(argv) % 3])
    print([x * x + y * y for x, y in POINTS], max(POINTS), min(POINTS), sorted(POINTS))
    print((1, 2) < (1, 3), (2, 0) > (1, 9), ('a', 1) <= ('a', 1), (0.5, 'x') >= (0.5, 'y'), (1, (2, 3)) < (1, (2, 4)))
    print((1, 2) == (1, 2), (1, 2) != (2, 1), (1, 'a') == (1, 'b'), (1, 2) in POINTS, (3, 4) in POINTS)
    memo = {}
    for i in range(3):
        for j in range(3):
            memo[i, j] = i * j
    print(memo[2, 2], (1, 2) in memo, sorted(memo.items())[-1], sum(memo.values()))
    counts = {}
    for p in pairwise('abcab'):
        counts[p] = counts.get(p, 0) + 1
    print(counts)
    swapped = [(v, k) for k, v in [('x', 1), ('y', 2)]]
    swapped.sort(reverse=True)
    print(swapped, dict(swapped))
    x, y = 5, 7
    x, y = y, x + y
    print(x, y)
    l = [(1, 'one'), (2, 'two')]
    numbers, names = [n for n, _ in l], [s for _, s in l]
    print(numbers, names, (len(argv), 'k') == (len(argv), 'k'))
    nested = (((1, 2), 3), [(4, 5)])
    (p, q), r = nested[0]
    print(p, q, r, nested[1][0][1])
    fib = (0, 1)
    for _ in range(10):
        fib = (fib[1], fib[0] + fib[1])
    print(fib)
    print('%s %d' % ('a', 1), '%s' % ((1, 2),), '%r' % (('x',),))
    triples = [(i, j, k) for i in range(1, 20) for j in range(i, 20) for k in range(j, 20) if i * i + j * j == k * k]
    print(triples, (3, 4, 5) in triples)
    return 0


def target(driver, args):
    return entry_point
