"""Sorting: in place and not, keys, reverse, stability, nested items."""


class Item(object):
    def __init__(self, name, weight):
        self.name = name
        self.weight = weight


def weight_of(item):
    return item.weight


def name_of(item):
    return item.name


def show(items):
    print(' '.join([x.name + ':' + str(x.weight) for x in items]))


def pseudo_random(n, seed):
    out = []
    for i in range(n):
        seed = (seed * 1103515245 + 12345) % 2147483648
        out.append(seed // 65536 % 1000)
    return out


def entry_point(argv):
    l = [5, 3, 9, -1, 0, 3, 2]
    l.sort()
    print(l)
    l.sort(reverse=True)
    print(l)
    print(sorted([3, 1, 2]), sorted([3, 1, 2], reverse=True))
    words = ['pear', 'fig', 'apple', 'kiwi', 'banana', 'date']
    print(sorted(words))
    print(sorted(words, key=len))
    print(sorted(words, key=len, reverse=True))
    words.sort(key=lambda w: w[len(w) - 1])
    print(words)
    items = [Item('a', 3), Item('b', 1), Item('c', 3), Item('d', 2), Item('e', 1)]
    show(sorted(items, key=weight_of))
    show(sorted(items, key=weight_of, reverse=True))
    items.sort(key=lambda it: (-it.weight, it.name))
    show(items)
    items.sort(key=name_of)
    show(items)
    pairs = [(2, 'b'), (1, 'z'), (2, 'a'), (1, 'a')]
    print(sorted(pairs))
    print(sorted(pairs, key=lambda p: p[1]))
    print(sorted([[3, 1], [2], [2, 0], [], [3]]))
    print(sorted([0.5, -1.5, 3.25, 0.0]))
    print(sorted('hello'))
    print(sorted({'x': 1, 'c': 2, 'm': 3}))
    print(sorted((9, 8, 7)))
    print(sorted(range(5), key=lambda i: -i))
    print(sorted([True, False, True]))
    for n in [0, 1, 2, 7, 8, 9, 15, 16, 17, 31, 100, 257, 1000]:
        r = pseudo_random(n, n + 1)
        s = sorted(r)
        ok = len(s) == n
        for i in range(1, n):
            if s[i - 1] > s[i]:
                ok = False
        d = sorted(r, reverse=True)
        for i in range(1, n):
            if d[i - 1] < d[i]:
                ok = False
        print(n, ok, sum(s) == sum(r))
    r = pseudo_random(200, 7)
    tagged = [(v % 10, i) for i, v in enumerate(r)]
    tagged.sort(key=lambda t: t[0])
    stable = True
    for i in range(1, len(tagged)):
        if tagged[i - 1][0] == tagged[i][0] and tagged[i - 1][1] > tagged[i][1]:
            stable = False
    print(stable)
    tagged.sort(key=lambda t: t[0], reverse=True)
    stable = True
    for i in range(1, len(tagged)):
        if tagged[i - 1][0] == tagged[i][0] and tagged[i - 1][1] > tagged[i][1]:
            stable = False
    print(stable)
    empty = [1]
    empty.pop()
    empty.sort()
    print(sorted(empty), len(empty))
    backwards = len(argv) > 0
    l = [1, 3, 2]
    l.sort(reverse=backwards)
    print(l)
    return 0


def target(driver, args):
    return entry_point
