class Money(object):
    def __init__(self, n):
        self.n = n

    def __lt__(self, other):
        return self.n < other.n


def entry_point(argv):
    print(Money(1) <= Money(2))
    return 0


def target(driver, args):
    return entry_point, None
