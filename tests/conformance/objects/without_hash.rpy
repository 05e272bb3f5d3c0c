# classes with __hash__ = None; keys of dict displays whose methods raise
class NoHash(object):
    __hash__ = None

    def __init__(self, n):
        self.n = n


class Never(object):
    def __eq__(self, other):
        return True

    __hash__ = None


class Below(NoHash):
    def __hash__(self):
        return self.n


class Picky(object):
    def __init__(self, n):
        self.n = n

    def __hash__(self):
        if self.n > 2:
            raise ValueError("too big: %d" % self.n)
        return self.n

    def __eq__(self, other):
        return self.n == other.n


def displays(n):
    try:
        d = {Picky(1): 'a', Picky(n): 'b'}
    except ValueError as e:
        return str(e)
    return str(len(d))


def entry_point(argv):
    try:
        d = {NoHash(1): 1}
        print(len(d))
    except TypeError as e:
        print(e)
    try:
        print(hash(Never()))
    except TypeError as e:
        print(e)
    try:
        s = set([Never()])
        print(len(s))
    except TypeError as e:
        print(e)
    d = {}
    for x in [Below(5), Below(5)]:
        d[x] = x.n
    print(len(d), Never() == Never(), NoHash(1) == NoHash(1))
    t = {}
    try:
        t[(1, NoHash(3))] = 2
        print(len(t))
    except TypeError as e:
        print(e)
    print(displays(0), displays(1), displays(2), displays(3))
    return 0


def target(driver, args):
    return entry_point, None
