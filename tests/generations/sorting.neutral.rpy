class Item(object):
    def __init__(self, name, weight):
        self.name = name
        self.weight = weight


ITEMS = [Item("rope", 4), Item("axe", 9), Item("lamp", 4), Item("map", 1)]
ORDER = sorted([item.name for item in ITEMS], key=lambda name: name[-1])


def names(items):
    return [item.name for item in items]


def entry_point(argv):
    items = list(ITEMS)
    items.sort(key=lambda item: item.weight)
    print(names(items))
    items = sorted(ITEMS, key=lambda item: (-item.weight, item.name))
    print(names(items))
    items.sort(key=lambda item: -len(item.name))
    print(names(items))
    print(ORDER)
    words = "the Quick brown Fox".split()
    words.sort()
    print("%s %s" % (words, sorted(words, key=lambda w: w.lower())))
    pairs = [(2, "b"), (1, "z"), (2, "a"), (1, "y")]
    print("%s %s" % (sorted(pairs), sorted(pairs, key=lambda pair: pair[1])))
    numbers = [5, -3, 4, 0]
    print("%s %s" % (sorted(numbers, key=abs), sorted(numbers, reverse=True)))
    total = 0
    i = 0
    for n in sorted(numbers):
        total += n * i
        i += 1
    lightest = ITEMS[0]
    for item in ITEMS:
        if item.weight < lightest.weight:
            lightest = item
    print("%d %d %s" % (total // len(numbers), max(numbers, key=abs), lightest.name))
    return 0


def target(driver, args):
    return entry_point, None
