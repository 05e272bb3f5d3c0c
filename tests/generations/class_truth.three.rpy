from typing import List


class Bag:
    def __init__(self, n: int) -> None:
        self.n = n

    def __bool__(self) -> bool:
        return self.n != 0


class Row:
    def __init__(self, items: List[int]) -> None:
        self.items = items

    def __len__(self) -> int:
        return len(self.items)

    def __getitem__(self, i: int) -> int:
        return self.items[i]

    def __contains__(self, x: int) -> bool:
        return x in self.items


EMPTY = Bag(0)
IS_EMPTY = not EMPTY
assert Bag(3) and IS_EMPTY


def state(bag: Bag) -> str:
    return "full" if bag else "empty"


def entry_point(argv):
    n = len(argv)
    for i in range(-1, 2):
        print(state(Bag(i)), not Bag(i), bool(Bag(i * n)), end="\n" if i == 1 else " ")
    row = Row([4, 5, 6])
    print(len(row), row[1], 6 in row, 7 in row, bool(row), not Row([]))
    print("yes" if Row([0]) else "no", "yes" if EMPTY else "no")
    count = 3
    while Bag(count):
        count -= 1
    print(f"{count} {state(EMPTY)} {IS_EMPTY}")
    print(5 if Bag(1) else 6, 5 if Bag(0) else 6)
    print(len(row) // 2, f"{row[2]!r}")
    return 0


def target(driver, args):
    return entry_point, None
