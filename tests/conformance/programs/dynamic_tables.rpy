"""Dynamic programming: knapsack, edit distance with scripts, common subsequence, coins, partitions, matrix chain."""


def memo(f):
    cache = {}

    def wrapped(a, b):
        key = (a, b)
        if key not in cache:
            cache[key] = f(a, b)
        return cache[key]
    return wrapped


def knapsack(items, capacity):
    best = [[0] * (capacity + 1)]
    for name, weight, value in items:
        last = best[-1]
        best.append([max(last[c], last[c - weight] + value) if c >= weight else last[c] for c in range(capacity + 1)])
    chosen = []
    c = capacity
    for i in range(len(items), 0, -1):
        if best[i][c] != best[i - 1][c]:
            name, weight, value = items[i - 1]
            chosen.append(name)
            c -= weight
    return best[-1][capacity], chosen[::-1]


def edit_distance(a, b):
    table = [[0] * (len(b) + 1) for _ in range(len(a) + 1)]
    for i in range(len(a) + 1):
        for j in range(len(b) + 1):
            if i == 0 or j == 0:
                table[i][j] = i + j
            else:
                table[i][j] = min(table[i - 1][j] + 1, table[i][j - 1] + 1, table[i - 1][j - 1] + (a[i - 1] != b[j - 1]))
    script = []
    i, j = len(a), len(b)
    while i > 0 or j > 0:
        here = table[i][j]
        if i > 0 and j > 0 and here == table[i - 1][j - 1] + (a[i - 1] != b[j - 1]):
            if a[i - 1] != b[j - 1]:
                script.append("%s>%s@%d" % (a[i - 1], b[j - 1], i))
            i -= 1
            j -= 1
        elif i > 0 and here == table[i - 1][j] + 1:
            script.append("-%s@%d" % (a[i - 1], i))
            i -= 1
        else:
            script.append("+%s@%d" % (b[j - 1], i))
            j -= 1
    script.reverse()
    return table[-1][-1], script


def common(a, b):
    rows = {(-1, j): "" for j in range(-1, len(b))}
    for i, x in enumerate(a):
        rows[i, -1] = ""
        for j, y in enumerate(b):
            if x == y:
                rows[i, j] = rows[i - 1, j - 1] + x
            else:
                p, q = rows[i - 1, j], rows[i, j - 1]
                rows[i, j] = p if len(p) >= len(q) else q
    return rows[len(a) - 1, len(b) - 1]


def coins(amount, kinds):
    ways = [1] + [0] * amount
    fewest = [0] + [10 ** 9] * amount
    for k in kinds:
        for n in range(k, amount + 1):
            ways[n] += ways[n - k]
            fewest[n] = min(fewest[n], fewest[n - k] + 1)
    return ways[amount], fewest[amount]


@memo
def binomial(n, k):
    return 1 if k == 0 or k == n else binomial(n - 1, k - 1) + binomial(n - 1, k)


@memo
def partitions(n, largest):
    if n == 0:
        return 1
    return sum([partitions(n - k, k) for k in range(1, min(n, largest) + 1)])


def chain(sizes):
    n = len(sizes) - 1
    cost = {}
    for length in range(1, n + 1):
        for i in range(n - length + 1):
            j = i + length - 1
            if i == j:
                cost[i, j] = (0, chr(ord("A") + i))
            else:
                options = []
                for k in range(i, j):
                    a, b = cost[i, k], cost[k + 1, j]
                    options.append((a[0] + b[0] + sizes[i] * sizes[k + 1] * sizes[j + 1], "(" + a[1] + b[1] + ")"))
                cost[i, j] = min(options)
    return cost[0, n - 1]


def increasing(numbers):
    best = []
    for i, n in enumerate(numbers):
        start = max([b for b in best if b[-1] < n] or [[]], key=len)
        best.append(start + [n])
    return max(best, key=len)


def biggest_sum(numbers):
    best = (numbers[0], 0, 1)
    total = start = 0
    for i, n in enumerate(numbers):
        if total <= 0:
            total, start = n, i
        else:
            total += n
        if total > best[0]:
            best = (total, start, i + 1)
    return best


def split_words(text, words):
    fits = [None] * (len(text) + 1)
    fits[0] = []
    for end in range(1, len(text) + 1):
        for w in words:
            if text[:end].endswith(w) and fits[end - len(w)] is not None:
                fits[end] = fits[end - len(w)] + [w]
                break
    return fits[-1]


def entry_point(argv):
    items = [("map", 9, 150), ("compass", 13, 35), ("water", 153, 200), ("sandwich", 50, 160), ("glucose", 15, 60),
             ("tin", 68, 45), ("banana", 27, 60), ("apple", 39, 40), ("cheese", 23, 30), ("beer", 52, 10)]
    for capacity in (0, 8, 50, 120, 300, 1000):
        print(capacity, knapsack(items, capacity))
    for a, b in [("kitten", "sitting"), ("sunday", "saturday"), ("", "abc"), ("same", "same"), ("intention", "execution")]:
        distance, script = edit_distance(a, b)
        print(a, b, distance, " ".join(script), repr(common(a + "x", b + "x")))
    print(coins(100, [1, 5, 10, 25, 50]), coins(7, [2, 4]), coins(30, [1, 15, 25]), coins(0, [3]))
    print([binomial(10, k) for k in range(11)], binomial(60, 30))
    print([partitions(n, n) for n in range(15)], partitions(60, 60), partitions(20, 3))
    print(chain([10, 30, 5, 60]), chain([40, 20, 30, 10, 30]), chain([5, 6]), chain([30, 35, 15, 5, 10, 20, 25]))
    print(increasing([0, 8, 4, 12, 2, 10, 6, 14, 1, 9, 5, 13, 3, 11, 7, 15]), increasing([3, 2, 1]))
    print(biggest_sum([-2, 1, -3, 4, -1, 2, 1, -5, 4]), biggest_sum([-3, -1, -2]))
    words = "i like sam sung samsung mobile ice cream icecream man go".split()
    for text in ["ilikesamsung", "ilikeicecreamman", "samsungmobilego", "xyz", ""]:
        found = split_words(text, words)
        print(text, "-" if found is None else " ".join(found))
    return 0


def target(driver, args):
    return entry_point
