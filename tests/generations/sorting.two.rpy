class Item(object):
    def __init__(self, name, weight):
        self.name = name
        self.weight = weight


ITEMS = [Item("rope", 4), Item("axe", 9), Item("lamp", 4), Item("map", 1)]
ORDER = sorted([item.name for item in ITEMS], key=lambda name: name[-1])


def by_weight(item):
    return item.weight


def entry_point(argv):
    items = ITEMS[:]
    items.sort(key=by_weight)
    print [item.name for item in items]
    items = sorted(ITEMS, key=lambda item: (-item.weight, item.name))
    print [item.name for item in items]
    items.sort(key=lambda item: len(item.name), reverse=True)
    print [item.name for item in items]
    print ORDER
    words = "the Quick brown Fox".split()
    words.sort()
    print words, sorted(words, key=lambda w: w.lower())
    pairs = [(2, "b"), (1, "z"), (2, "a"), (1, "y")]
    print sorted(pairs), sorted(pairs, key=lambda (n, s): s)
    numbers = [5, -3, 4, 0]
    print sorted(numbers, key=abs), sorted(numbers, reverse=True)
    total = 0
    for i in xrange(len(numbers)):
        total += sorted(numbers)[i] * i
    print total / len(numbers), max(numbers, key=abs), min(ITEMS, key=by_weight).name
    return 0


def target(driver, args):
    return entry_point, None
