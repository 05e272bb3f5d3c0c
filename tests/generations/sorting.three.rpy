class Item:
    def __init__(self, name: str, *, weight: int) -> None:
        self.name = name
        self.weight = weight


ITEMS = [Item("rope", weight=4), Item("axe", weight=9), Item("lamp", weight=4), Item("map", weight=1)]
ORDER = sorted((item.name for item in ITEMS), key=lambda name: name[-1])


def names(items) -> list:
    return [item.name for item in items]


def entry_point(argv):
    print(names(sorted(ITEMS, key=lambda item: item.weight)))
    items = sorted(ITEMS, key=lambda item: (-item.weight, item.name))
    print(names(items))
    items.sort(key=lambda item: len(item.name), reverse=True)
    print(names(items))
    print(ORDER)
    words = sorted("the Quick brown Fox".split())
    print(words, sorted(words, key=lambda w: w.lower()))
    pairs = [(2, "b"), (1, "z"), (2, "a"), (1, "y")]
    print(sorted(pairs), sorted(pairs, key=lambda pair: pair[1]))
    numbers = [5, -3, 4, 0]
    print(sorted(numbers, key=abs), sorted(numbers, reverse=True))
    total = sum([n * i for i, n in enumerate(sorted(numbers))])
    lightest = min(ITEMS, key=lambda item: item.weight)
    print(f"{total // len(numbers)} {max(numbers, key=abs)} {lightest.name}")
    return 0


def target(driver, args):
    return entry_point, None
