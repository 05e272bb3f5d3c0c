"""Permutations, combinations, products, partitions, Gray codes and ranks as generators, checked by counting."""


def permutations(items):
    if not items:
        yield []
    for i in range(len(items)):
        for rest in permutations(items[:i] + items[i + 1:]):
            yield [items[i]] + rest


def heap_permutations(items):
    items = items[:]
    counters = [0] * len(items)
    yield items[:]
    i = 1
    while i < len(items):
        if counters[i] < i:
            j = counters[i] if i % 2 else 0
            items[i], items[j] = items[j], items[i]
            yield items[:]
            counters[i] += 1
            i = 1
        else:
            counters[i] = 0
            i += 1


def next_permutation(items):
    i = len(items) - 2
    while i >= 0 and items[i] >= items[i + 1]:
        i -= 1
    if i < 0:
        return False
    j = len(items) - 1
    while items[j] <= items[i]:
        j -= 1
    items[i], items[j] = items[j], items[i]
    items[i + 1:] = items[:i:-1]
    return True


def combinations(items, k, start=0):
    if k == 0:
        yield []
        return
    for i in range(start, len(items) - k + 1):
        for rest in combinations(items, k - 1, i + 1):
            yield [items[i]] + rest


def product(*pools):
    result = [""]
    for pool in pools:
        result = [x + y for x in result for y in pool]
    for text in result:
        yield text


def partitions(n, largest=0):
    if n == 0:
        yield []
        return
    for k in range(min(n, largest or n), 0, -1):
        for rest in partitions(n - k, k):
            yield [k] + rest


def set_partitions(items):
    if not items:
        yield []
        return
    for rest in set_partitions(items[1:]):
        yield [[items[0]]] + rest
        for i in range(len(rest)):
            yield rest[:i] + [[items[0]] + rest[i]] + rest[i + 1:]


def gray(bits):
    for i in range(1 << bits):
        code = i ^ i >> 1
        yield "".join(["01"[code >> b & 1] for b in range(bits - 1, -1, -1)])


def brackets(n, opened=0, text=""):
    if len(text) == 2 * n:
        yield text
        return
    if opened < n:
        yield from brackets(n, opened + 1, text + "(")
    if len(text) - opened < opened:
        yield from brackets(n, opened, text + ")")


def rank(items):
    total = 0
    for i, x in enumerate(items):
        smaller = len([y for y in items[i + 1:] if y < x])
        total = total * (len(items) - i) + smaller
    return total


def unrank(n, size):
    digits = []
    for base in range(1, size + 1):
        n, d = divmod(n, base)
        digits.insert(0, d)
    pool = list(range(size))
    return [pool.pop(d) for d in digits]


def cycles(permutation):
    seen = set()
    for start in range(len(permutation)):
        cycle = []
        while start not in seen:
            seen.add(start)
            cycle.append(start)
            start = permutation[start]
        if cycle:
            yield cycle


def hanoi(n, a="A", b="B", c="C"):
    if n:
        yield from hanoi(n - 1, a, c, b)
        yield n, a + c
        yield from hanoi(n - 1, b, a, c)


def josephus(n, k):
    circle = list(range(1, n + 1))
    i = 0
    while circle:
        i = (i + k - 1) % len(circle)
        yield circle.pop(i)


def entry_point(argv):
    print(["".join(["abc"[i] for i in p]) for p in permutations([0, 1, 2])])
    print([sum([d * 10 ** i for i, d in enumerate(p)]) for p in heap_permutations([1, 2, 3])])
    items = [1, 1, 2, 3]
    count = 1
    while next_permutation(items):
        count += 1
        if count < 6:
            print(items, end=" ")
    print(count)
    a = sorted(permutations([3, 1, 2, 4]))
    b = sorted(heap_permutations([1, 2, 3, 4]))
    print(a == b, len(a), a[5], [rank(p) for p in a] == list(range(24)), [unrank(n, 4) for n in (0, 7, 23)])
    print(list(combinations([1, 2, 3, 4], 2)), [len(list(combinations(list(range(12)), k))) for k in (0, 1, 2, 3)])
    print(list(product("ab", "xyz", "12")), len(list(product("0123456789", "0123456789"))))
    print(list(partitions(5)), [len(list(partitions(n))) for n in range(12)])
    print(list(set_partitions([1, 2, 3])), [len(list(set_partitions(list(range(n))))) for n in range(7)])
    codes = list(gray(4))
    print(codes, all([sum([x != y for x, y in zip(p, q)]) == 1 for p, q in zip(codes, codes[1:])]))
    print(list(brackets(3)), [len(list(brackets(n))) for n in range(8)])
    print(list(cycles([2, 0, 1, 4, 3, 5])), list(cycles([])))
    print(list(hanoi(3)), sum([n for n, move in hanoi(7)]))
    print(list(josephus(10, 3)), [list(josephus(n, 2))[-1] for n in range(1, 17)])
    words = {}
    for w in "listen silent enlist google elbow below inlets".split():
        words.setdefault("".join(sorted(w)), []).append(w)
    print([group for key, group in sorted(words.items()) if len(group) > 1])
    return 0


def target(driver, args):
    return entry_point
