from typing import List


class Item:
    def __init__(self, cost: int) -> None:
        self.cost = cost


def total(items: "List[Item]", start: int) -> int:
    n = start
    for item in items:
        n += item.cost
    return n


def priced(text: str, cost: int) -> "Item":
    return Item(cost)


def entry_point(argv):
    items = [priced(argv[0], "7")]
    return total(items, 0)


def target(driver, args):
    return entry_point, None
