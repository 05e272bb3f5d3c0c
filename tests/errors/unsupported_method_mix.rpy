class Counter(object):
    def __init__(self):
        self.n = 0

    def up(self):
        self.n += 1

    def add(self, k):
        self.n += k


def twice(f):
    f()
    f()


def entry_point(argv):
    c = Counter()
    twice(c.up)
    twice(c.add)
    return c.n


def target(driver, args):
    return entry_point, None
