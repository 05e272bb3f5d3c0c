"""Sorting algorithms written by hand, and listsort."""
from rpython.rlib.listsort import make_timsort_class

TimSort = make_timsort_class()


def bubble(l):
    n = len(l)
    for i in range(n):
        for j in range(n - 1 - i):
            if l[j] > l[j + 1]:
                l[j], l[j + 1] = l[j + 1], l[j]


def quick(l, lo, hi):
    if lo >= hi:
        return
    p = l[(lo + hi) // 2]
    i = lo
    j = hi
    while i <= j:
        while l[i] < p:
            i += 1
        while l[j] > p:
            j -= 1
        if i <= j:
            l[i], l[j] = l[j], l[i]
            i += 1
            j -= 1
    quick(l, lo, j)
    quick(l, i, hi)


def merge_sort(l):
    if len(l) < 2:
        return l
    m = len(l) // 2
    a = merge_sort(l[:m])
    b = merge_sort(l[m:])
    out = []
    i = 0
    j = 0
    while i < len(a) and j < len(b):
        if b[j] < a[i]:
            out.append(b[j])
            j += 1
        else:
            out.append(a[i])
            i += 1
    return out + a[i:] + b[j:]


def heap_sort(l):
    heap = []
    for x in l:
        heap.append(x)
        i = len(heap) - 1
        while i > 0 and heap[(i - 1) // 2] > heap[i]:
            p = (i - 1) // 2
            heap[p], heap[i] = heap[i], heap[p]
            i = p
    out = []
    while heap:
        out.append(heap[0])
        last = heap.pop()
        if heap:
            heap[0] = last
            i = 0
            while True:
                c = 2 * i + 1
                if c >= len(heap):
                    break
                if c + 1 < len(heap) and heap[c + 1] < heap[c]:
                    c += 1
                if heap[i] <= heap[c]:
                    break
                heap[i], heap[c] = heap[c], heap[i]
                i = c
    return out


def numbers(n):
    x = 12345
    l = []
    for i in range(n):
        x = (x * 1103515245 + 12345) % 2147483648
        l.append(x % 1000 - 500)
    return l


def show(l):
    print(" ".join([str(x) for x in l]))


def entry_point(argv):
    expected = merge_sort(numbers(60))
    show(expected)
    a = numbers(60)
    bubble(a)
    print(a == expected)
    a = numbers(60)
    quick(a, 0, len(a) - 1)
    print(a == expected)
    print(heap_sort(numbers(60)) == expected)
    a = numbers(300)
    TimSort(a).sort()
    print(a == merge_sort(numbers(300)))
    words = "the quick brown fox jumps over the lazy dog".split(" ")
    print(" ".join(merge_words(words)))
    return 0


def merge_words(l):
    out = []
    for w in l:
        i = 0
        while i < len(out) and out[i] < w:
            i += 1
        out.insert(i, w)
    return out


def target(driver, args):
    return entry_point, None
