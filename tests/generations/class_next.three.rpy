class Countdown:
    def __init__(self, n: int) -> None:
        self.n = n

    def __iter__(self):
        return self

    def __next__(self) -> int:
        if self.n == 0:
            raise StopIteration
        self.n -= 1
        return self.n


class Pairs:
    def __init__(self, items: list) -> None:
        self.items = items

    def __iter__(self):
        yield from zip(self.items[::2], self.items[1::2])


AT_IMPORT = [*Countdown(4)]


def entry_point(argv):
    print(AT_IMPORT)
    for n in Countdown(3):
        print(n, end=" " if n else "\n")
    it = Countdown(2)
    print(next(it), it.__next__())
    try:
        next(it)
    except StopIteration:
        print("stopped")
    print(*[f"{a // b} {a % b}" for a, b in Pairs([8, 2, 9, 4, 5])])
    print(sum(Countdown(5)), list(Countdown(2)), max(Countdown(6)))
    text = iter("ab")
    print(next(text) + next(text))
    return 0


def target(driver, args):
    return entry_point, None
