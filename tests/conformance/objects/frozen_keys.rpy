class Cfg(object):
    def __init__(self, name, mode):
        self.name = name
        self.mode = mode
        self.count = 0

    def _freeze_(self):
        return self.mode == 1


class NotFrozen(object):
    def __init__(self, n):
        self.n = n

    def _freeze_(self):
        return False

    def bump(self):
        self.n += 1
        return self.n


class Frozen(object):
    def __init__(self, name, k):
        self.name = name
        self.k = k

    def _freeze_(self):
        return True

    def other(self, x):
        return x * self.k

    def twice(self, x):
        return self.other(self.other(x))

    def describe(self):
        return self.name + ":" + str(self.twice(3))


A = Frozen("a", 2)
B = Frozen("b", 5)
N = NotFrozen(10)
M = NotFrozen(20)
TABLE = {"a": A, "b": B}
OPS = [A, B, A]


def entry_point(argv):
    for o in OPS:
        print(o.describe(), o.twice(len(argv)), o.name, o.k)
    print(TABLE["b"].describe())
    print(N.bump(), N.bump(), M.bump())
    for x in [N, M, NotFrozen(5)]:
        x.n += 100
        print(x.n)
    key = {A: "first", B: "second"}
    for o in OPS:
        print(key[o])
    counts = {}
    for o in OPS:
        counts[o] = counts.get(o, 0) + 1
    print(counts[A], counts[B], len(counts))
    return 0


def target(driver, args):
    return entry_point, None
