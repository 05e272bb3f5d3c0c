"""heapq and bisect on lists of several types in one program."""
import heapq
import bisect

class Job(object):
    def __init__(self, p, name):
        self.p = p
        self.name = name
    def __lt__(self, other):
        return self.p < other.p

def entry_point(argv):
    h = []
    for x in [5, 3, 8, 1]:
        heapq.heappush(h, x)
    print(heapq.heappop(h), h)
    t = [(3, "c"), (1, "a"), (2, "b")]
    heapq.heapify(t)
    heapq.heappush(t, (0, "z"))
    print(heapq.heappop(t), t)
    j = []
    for i in [4, 2, 9]:
        heapq.heappush(j, Job(i, str(i)))
    print([heapq.heappop(j).name for _ in range(3)])
    print(heapq.nsmallest(2, [5, 3, 1]), heapq.nlargest(2, ["a", "c", "b"]))
    print(heapq.nsmallest(2, ["bbb", "a", "cc"], key=len))
    print(heapq.heappushpop(h, 0), heapq.heapreplace(h, 7), h)
    print(bisect.bisect([1, 2, 3], 2), bisect.bisect_left(["a", "b"], "b"), bisect.bisect_left([1.5, 2.5], 2.0))
    l = [1, 5]
    bisect.insort(l, 3)
    w = ["a", "z"]
    bisect.insort(w, "m")
    print(l, w, list(heapq.merge([1, 4], [2, 3])), list(heapq.merge(["a"], ["b"])))
    return 0

def target(driver, args):
    return entry_point, None
