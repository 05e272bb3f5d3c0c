# The attribute maxlen of deques: an int where all have one, None where none has.
from collections import deque


class History(object):
    def __init__(self, size):
        self.lines = deque(maxlen=size)
        self.all = deque()

    def add(self, line):
        full = len(self.lines) == self.lines.maxlen
        if full:
            print("drops", self.lines[0])
        self.lines.append(line)
        self.all.append(line)

    def room(self):
        return self.lines.maxlen - len(self.lines)


def grown(d):
    """the same, with room for one more"""
    return deque(d, d.maxlen + 1)


def describe(d):
    if d.maxlen is None:
        return "no limit"
    return "limit"


def limit(d):
    n = d.maxlen
    if n is not None and len(d) < n:
        return "room for %d" % (n - len(d))
    return "full"


def entry_point(argv):
    h = History(len(argv) + 2)
    for word in ["a", "b", "c", "d", "e"]:
        h.add(word)
        print(h.room(), len(h.all))
    print(h.lines, h.all, describe(h.all))
    d = deque([1, 2, 3], 2)
    print(d.maxlen, d.copy().maxlen, (d + d).maxlen, (d * 3).maxlen, limit(d))
    for i in range(2):
        d = grown(d)
        print(d.maxlen, d, limit(d))
    d *= 2
    print(d, d.maxlen)
    e = deque([4, 5])
    print(e.maxlen is None, e.copy().maxlen, (e + e).maxlen)
    e.rotate(1)
    print(e, deque("ab", None).maxlen)
    print(deque("abc", 0).maxlen, deque(maxlen=5).maxlen)
    return 0


def target(driver, args):
    return entry_point
