"""Lists of numbers: statistics, searching, selection and other sorts, prefix sums, two pointers, bits."""


def mean(l):
    return sum(l) / float(len(l))


def median(l):
    s = sorted(l)
    n = len(s)
    return s[n // 2] if n % 2 else (s[n // 2 - 1] + s[n // 2]) / 2.0


def mode(l):
    counts = {}
    for x in l:
        counts[x] = counts.get(x, 0) + 1
    best = max(counts.values())
    return sorted([x for x, c in counts.items() if c == best])


def bisect(l, x):
    lo, hi = 0, len(l)
    while lo < hi:
        mid = (lo + hi) // 2
        if l[mid] < x:
            lo = mid + 1
        else:
            hi = mid
    return lo


def quicksort(l):
    if len(l) < 2:
        return l
    p = l[len(l) // 2]
    return quicksort([x for x in l if x < p]) + [x for x in l if x == p] + quicksort([x for x in l if x > p])


def heapsort(l):
    heap = []
    for x in l:
        heap.append(x)
        i = len(heap) - 1
        while i and heap[(i - 1) // 2] > heap[i]:
            heap[(i - 1) // 2], heap[i] = heap[i], heap[(i - 1) // 2]
            i = (i - 1) // 2
    out = []
    while heap:
        heap[0], heap[-1] = heap[-1], heap[0]
        out.append(heap.pop())
        i = 0
        while 2 * i + 1 < len(heap):
            c = 2 * i + 1
            if c + 1 < len(heap) and heap[c + 1] < heap[c]:
                c += 1
            if heap[i] <= heap[c]:
                break
            heap[i], heap[c] = heap[c], heap[i]
            i = c
    return out


def mergesort(l):
    if len(l) < 2:
        return l[:]
    a, b = mergesort(l[:len(l) // 2]), mergesort(l[len(l) // 2:])
    out = []
    while a and b:
        out.append(a.pop(0) if a[0] <= b[0] else b.pop(0))
    return out + a + b


def radix(l):
    for shift in range(0, 16, 4):
        buckets = [[] for _ in range(16)]
        for x in l:
            buckets[(x >> shift) & 15].append(x)
        l = [x for b in buckets for x in b]
    return l


def max_sum(l):
    best = here = l[0]
    start = s = end = 0
    for i, x in enumerate(l[1:], 1):
        if here < 0:
            here = x
            s = i
        else:
            here += x
        if here > best:
            best, start, end = here, s, i
    return best, l[start:end + 1]


def two_sum(l, goal):
    seen = {}
    for i, x in enumerate(l):
        if goal - x in seen:
            return seen[goal - x], i
        seen[x] = i
    return -1, -1


def longest_increasing(l):
    tails = []
    for x in l:
        i = bisect(tails, x)
        if i == len(tails):
            tails.append(x)
        else:
            tails[i] = x
    return len(tails)


def rotate(l, k):
    k %= len(l)
    return l[-k:] + l[:-k] if k else l[:]


def next_permutation(l):
    i = len(l) - 2
    while i >= 0 and l[i] >= l[i + 1]:
        i -= 1
    if i < 0:
        l.reverse()
        return False
    j = len(l) - 1
    while l[j] <= l[i]:
        j -= 1
    l[i], l[j] = l[j], l[i]
    l[i + 1:] = reversed(l[i + 1:])
    return True


def entry_point(argv):
    data = [3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5]
    print('%.3f' % mean(data), '%.1f %.1f' % (median(data), median(data[1:])), mode(data), mode([1, 1, 2, 2]))
    s = sorted(data)
    print(s, [bisect(s, x) for x in (0, 1, 5, 10)])
    big = [(i * 7919 + 13) % 1000 for i in range(300)]
    want = sorted(big)
    print(quicksort(big) == want, heapsort(big) == want, mergesort(big) == want, radix(big) == want)
    print(max_sum([-2, 1, -3, 4, -1, 2, 1, -5, 4]), max_sum([-3, -1, -2]))
    print(two_sum([2, 7, 11, 15], 26), two_sum([1], 5), longest_increasing([10, 9, 2, 5, 3, 7, 101, 18]))
    print([rotate([1, 2, 3, 4], k) for k in range(-1, 6)])
    p = [1, 2, 3]
    print(p)
    while next_permutation(p):
        print(p)
    print(p)
    prefix = [0]
    for x in data:
        prefix.append(prefix[-1] + x)
    print(prefix, [prefix[j] - prefix[i] for i, j in ((0, 3), (2, 5), (0, len(data)))])
    evens, odds = [], []
    for x in data:
        (odds if x % 2 else evens).append(x)
    print(evens, odds, evens + odds == sorted(data, key=lambda x: x % 2))
    print([bin(x).count('1') for x in range(9)], sum(1 for x in range(100) if x & (x - 1) == 0))
    print(list(map(lambda x: x % 3, range(7))), [x for x in range(20) if all(x % d for d in range(2, x))])
    floats = [0.1 * i for i in range(5)]
    print(['%.1f' % f for f in floats], '%.2f' % sum(floats), max(floats) > 0.39, sorted(floats, reverse=True)[-1])
    print([min(a, b) for a, b in zip([1, 5, 3], [4, 2, 6])], [abs(a - b) for a, b in zip(data, data[1:])])
    print([1, 2] + [3] * 2 + list(range(4, 6)), [[]] * 2, ([1] * 3)[1:], 3 * [0])
    zeros = [x for x in [0, 1, 0, 3] if x] + [0] * [0, 1, 0, 3].count(0)
    print(zeros, sum(data[::2]) - sum(data[1::2]), data[-1:0:-3], data[5:2], data[2:5][::-1])
    while 5 in data:
        data.remove(5)
    print(data, data.index(9), data.count(3))
    return 0


def target(driver, args):
    return entry_point
