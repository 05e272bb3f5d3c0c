"""Which comparisons sorting makes: they show where `<` has effects, or is no order."""


class Loud(object):
    def __init__(self, n, log):
        self.n = n
        self.log = log

    def __lt__(self, other):
        self.log.append("%d<%d" % (self.n, other.n))
        return self.n < other.n


class Odd(Loud):
    """Sorts the other way round."""

    def __lt__(self, other):
        self.log.append("%d>%d" % (self.n, other.n))
        return self.n > other.n


class Plain(object):
    def __init__(self, n):
        self.n = n

    def __lt__(self, other):
        return self.n < other.n

    def __repr__(self):
        return "P%d" % self.n


def numbers(count, step, limit):
    n = 1
    out = []
    for i in range(count):
        n = (n * step + 7) % 1009
        out.append(n % limit)
    return out


def loud(values, odd):
    log = []
    items = []
    for i, n in enumerate(values):
        items.append(Odd(n, log) if odd and i % 3 == 1 else Loud(n, log))
    items.sort()
    print([x.n for x in items], len(log))
    print(" ".join(log[:12]))
    del log[:]
    items.sort(reverse=True)
    print([x.n for x in items], len(log))
    del log[:]
    print([x.n for x in sorted(items, key=lambda x: Loud(-x.n, log))], len(log), " ".join(log[:6]))


def plain(values):
    items = [Plain(n) for n in values]
    print(sorted(items)[:6], min(items), max(items))
    print(sorted(values)[-5:], sorted(values, reverse=True)[:5], sorted([str(n) for n in values])[:4])
    print(sorted([(n % 7, n) for n in values])[:4], sorted([n / 4.0 for n in values])[:3])
    tagged = [(n % 5, i) for i, n in enumerate(values)]
    print(sorted(tagged, key=lambda t: t[0])[:9])
    print(sorted(tagged, key=lambda t: -t[0], reverse=True)[:9])


def entry_point(argv):
    for values in ([3, 1, 2], [5, 4, 3, 2, 1], [1, 2, 3, 4], [2, 2, 1, 1, 3, 3], [7], numbers(12, 31, 50), numbers(63, 17, 90)):
        loud(values, False)
        loud(values, True)
    nan = float("nan")
    print(sorted([3.0, nan, 1.0, 2.0]), sorted([nan, 2.0, nan, 1.0]), sorted([2.0, 1.0, nan, 0.5, 0.25]))
    for count in (63, 64, 65, 100, 300):
        plain(numbers(count, 31, 400))
    return 0


def target(driver, args):
    return entry_point, None
