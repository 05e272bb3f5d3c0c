class Countdown(object):
    def __init__(self, n):
        self.n = n

    def __iter__(self):
        return self

    def next(self):
        if self.n == 0:
            raise StopIteration
        self.n -= 1
        return self.n


class Pairs(object):
    def __init__(self, items):
        self.items = items

    def __iter__(self):
        for i in xrange(0, len(self.items) - 1, 2):
            yield self.items[i], self.items[i + 1]


AT_IMPORT = [n for n in Countdown(4)]


def entry_point(argv):
    print AT_IMPORT
    for n in Countdown(3):
        print n,
    print
    it = Countdown(2)
    print it.next(), next(it)
    try:
        it.next()
    except StopIteration, e:
        print "stopped"
    for a, b in Pairs([8, 2, 9, 4, 5]):
        print a / b, a % b,
    print
    print sum(Countdown(5)), list(Countdown(2)), max(Countdown(6))
    text = iter("ab")
    print text.next() + text.next()
    return 0


def target(driver, args):
    return entry_point, None
