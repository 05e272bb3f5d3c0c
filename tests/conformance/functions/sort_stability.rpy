"""Sorting: stability with keys, reverse keeps stability, keys that are tuples, key functions that raise, comparison of lists, cmp."""


class Rec(object):
    def __init__(self, name, age, pos):
        self.name = name
        self.age = age
        self.pos = pos

    def __repr__(self):
        return "%s/%d/%d" % (self.name, self.age, self.pos)


class Lt(object):
    def __init__(self, n, tag):
        self.n = n
        self.tag = tag

    def __lt__(self, other):
        return self.n < other.n


def pseudo(n):
    x = 12345
    out = []
    for i in range(n):
        x = (x * 1103515245 + 12345) & 0x7fffffff
        out.append((x >> 8) % 50)
    return out


def is_stable(recs):
    for i in range(len(recs) - 1):
        a = recs[i]
        b = recs[i + 1]
        if a.age > b.age or (a.age == b.age and a.pos > b.pos):
            return False
    return True


def failing_key(l):
    try:
        return sorted(l, key=lambda x: 10 // x)
    except ZeroDivisionError:
        return [-1]


def by_length_then_text(a, b):
    if len(a) != len(b):
        return len(a) - len(b)
    return -1 if a < b else 1 if a > b else 0


def entry_point(argv):
    values = pseudo(300)
    recs = [Rec("n%d" % (v % 7), v, i) for i, v in enumerate(values)]
    recs.sort(key=lambda r: r.age)
    print(is_stable(recs), recs[0], recs[-1], len(recs))
    recs.sort(key=lambda r: r.name)
    print(recs[:4], recs[-2:])
    recs.sort(key=lambda r: (r.name, -r.age, r.pos))
    print(recs[:4], recs[-2:])
    rev = sorted(recs, key=lambda r: r.age, reverse=True)
    print(rev[:3], rev[-3:])
    words = "the quick brown fox jumps over the lazy dog The Fox".split()
    print(sorted(words), sorted(words, key=len), sorted(words, key=lambda w: w.lower()), sorted(words, reverse=True))
    print(sorted(words, key=lambda w: (-len(w), w)), sorted(set(words), key=lambda w: w[-1] + w[0]))
    print([by_length_then_text(a, b) for a in words[:3] for b in words[2:5]])
    l = [3, 1, 2]
    l.sort(reverse=True)
    print(l, sorted([True, False, True]), sorted([0.5, -1.5, 1e10, -0.0]), sorted("hello"), sorted({"b": 1, "a": 2}))
    print(sorted([[2, 1], [1, 5], [1], []]), sorted([(2, "a"), (1, "z"), (2, "A")]), sorted([]), sorted([7]))
    lts = [Lt(v % 5, i) for i, v in enumerate(values[:12])]
    print([(x.n, x.tag) for x in sorted(lts)], [(x.n, x.tag) for x in sorted(lts, reverse=True)])
    print(min(lts).tag, max(lts).tag, min(words, key=len), max(words, key=len), min([2, 1], default=9), max([], default=9))
    print(failing_key([5, 1, 2]), failing_key([5, 0, 2]))
    counts = {}
    for v in values:
        counts[v] = counts.get(v, 0) + 1
    top = sorted(counts.items(), key=lambda kv: (-kv[1], kv[0]))[:4]
    print(top, sorted(counts, key=counts.get)[:1] != [], sorted(counts.values())[-3:])
    print(sorted(values) == sorted(sorted(values, reverse=True)), sorted(values)[:10], sorted(values, key=lambda v: v % 10)[:12])
    idx = sorted(range(len(words)), key=lambda i: words[i])
    print(idx, [words[i] for i in idx[:3]], sorted(enumerate("cab"), key=lambda p: p[1]))
    return 0


def target(driver, args):
    return entry_point
