class Bag(object):
    def __init__(self, n):
        self.n = n

    def __bool__(self):
        return self.n != 0

    __nonzero__ = __bool__


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
    return "full" if bag else "empty"


def entry_point(argv):
    n = len(argv)
    parts = []
    for i in range(-1, 2):
        parts.append("%s %s %s" % (state(Bag(i)), not Bag(i), bool(Bag(i * n))))
    print(" ".join(parts))
    row = Row([4, 5, 6])
    print("%d %d %s %s %s %s" % (len(row), row[1], 6 in row, 7 in row, bool(row), not Row([])))
    print(("yes" if Row([0]) else "no") + " " + ("yes" if EMPTY else "no"))
    count = 3
    while Bag(count):
        count -= 1
    print("%d %s %s" % (count, state(EMPTY), IS_EMPTY))
    print("%d %d" % (5 if Bag(1) else 6, 5 if Bag(0) else 6))
    print("%d %r" % (len(row) // 2, row[2]))
    return 0


def target(driver, args):
    return entry_point, None
