class Bag(object):
    def __init__(self, n):
        self.n = n

    def __nonzero__(self):
        return self.n != 0


class Row(object):
    def __init__(self, items):
        self.items = items

    def __len__(self):
        return len(self.items)

    def __getitem__(self, i):
        return self.items[i]

    def __contains__(self, x):
        return x in self.items


EMPTY = Bag(0)
IS_EMPTY = not EMPTY
assert Bag(3) and IS_EMPTY


def state(bag):
    if bag:
        return "full"
    return "empty"


def entry_point(argv):
    n = len(argv)
    for i in xrange(-1, 2):
        print state(Bag(i)), not Bag(i), bool(Bag(i * n)),
    print
    row = Row([4, 5, 6])
    print len(row), row[1], 6 in row, 7 in row, bool(row), not Row([])
    print "yes" if Row([0]) else "no", "yes" if EMPTY else "no"
    count = 3
    while Bag(count):
        count -= 1
    print count, state(EMPTY), IS_EMPTY
    print Bag(1) and 5 or 6, Bag(0) and 5 or 6
    print len(row) / 2, `row[2]`
    return 0


def target(driver, args):
    return entry_point, None
