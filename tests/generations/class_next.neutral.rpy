class Countdown(object):
    def __init__(self, n):
        self.n = n

    def __iter__(self):
        return self

    def __next__(self):
        if self.n == 0:
            raise StopIteration
        self.n -= 1
        return self.n

    next = __next__


class Pairs(object):
    def __init__(self, items):
        self.items = items

    def __iter__(self):
        for i in range(0, len(self.items) - 1, 2):
            yield self.items[i], self.items[i + 1]


AT_IMPORT = [n for n in Countdown(4)]


def entry_point(argv):
    print(AT_IMPORT)
    print(" ".join([str(n) for n in Countdown(3)]))
    it = Countdown(2)
    first = next(it)
    print("%d %d" % (first, next(it)))
    try:
        next(it)
    except StopIteration:
        print("stopped")
    out = []
    for a, b in Pairs([8, 2, 9, 4, 5]):
        out.append("%d %d" % (a // b, a % b))
    print(" ".join(out))
    print("%d %s %d" % (sum(Countdown(5)), list(Countdown(2)), max(Countdown(6))))
    text = iter("ab")
    a = next(text)
    print(a + next(text))
    return 0


def target(driver, args):
    return entry_point, None
