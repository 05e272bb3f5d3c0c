# oracle: stored
# What import time makes of comparisons that only Python 2 has: None, numbers, then by the names of types; dicts by length.
class Old:
    pass


class Known(object):
    def __init__(self, n):
        self.n = n

    def __cmp__(self, other):
        return cmp(self.n, other.n)


MIXED = sorted([3, 'a', None, 2.5, 'B', u'q', (1, 2), [1]])
TEXTS = [repr(x) for x in MIXED]
TESTS = [1 < 'a', 'a' < 1, None < 0, [] < 'a', (1,) > [2], cmp(1, 'a'), max(1, 'x'), min([2, 'y']), {} < [], 5 <= 'five', None >= None,
         cmp(None, 3), cmp('b', 'a'), {1: 2} < {1: 3}, {1: 2, 2: 1} > {5: 9}, cmp({1: 2}, {1: 2}), sorted([{2: 1}, {1: 5}, {}])]
ITEMS = sorted({1: 2, 'a': 3, None: 4}.items())
KEYS = {'b': 1, 4: 2, 'a': 0}.keys()
KEYS.sort()
KNOWN = [k.n for k in sorted([Known(3), Known(1), Known(2)])]


def check(f):
    try:
        f()
    except TypeError:
        return 'TypeError'
    return 'fine'


REFUSED = [check(lambda: set([1]) < 5), check(lambda: sorted([set([1]), set([2])])), check(lambda: 1 < 'x')]
SHOWN = repr(TESTS) + ' ' + repr(ITEMS) + ' ' + repr(KEYS) + ' ' + repr(KNOWN) + ' ' + repr(REFUSED)


def entry_point(argv):
    print ' '.join(TEXTS)
    print SHOWN
    return 0


def target(driver, args):
    return entry_point, None
