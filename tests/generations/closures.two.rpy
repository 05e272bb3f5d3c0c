def counter(start):
    state = [start]

    def step(by=1):
        state[0] += by
        return state[0]
    return step


def adders():
    return [lambda x, n=n: x + n for n in xrange(3)]


def compose(f, g):
    return lambda x: f(g(x))


class Account(object):
    def __init__(self, total):
        self.total = total


def operations(account):
    def take(n):
        if n > account.total:
            raise ValueError, "only %d" % account.total
        account.total -= n
        return account.total
    return take


HALF = lambda x: x / 2
TABLE = dict([(name, f) for name, f in zip(["half", "next"], [HALF, lambda x: x + 1])])


def entry_point(argv):
    tick = counter(10)
    print tick(), tick(), tick(5)
    print [f(10) for f in adders()]
    print compose(TABLE["half"], TABLE["next"])(8), HALF(-7)
    take = operations(Account(5))
    print take(3),
    try:
        print take(3)
    except ValueError, e:
        print "refused:", e
    print sorted(TABLE.keys())
    return 0


def target(driver, args):
    return entry_point, None
