class Counter(object):
    def __init__(self):
        self.n = 0


def entry_point(argv):
    c = Counter()
    c(1)
    return c.n


def target(driver, args):
    return entry_point, None
