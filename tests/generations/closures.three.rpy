from typing import Callable


def counter(start: int) -> Callable:
    count = start

    def step(by: int = 1) -> int:
        nonlocal count
        count += by
        return count
    return step


def adders() -> list:
    return [lambda x, n=n: x + n for n in range(3)]


def compose(f, g, /):
    return lambda x: f(g(x))


def operations(total: int) -> Callable:
    def take(n: int) -> int:
        nonlocal total
        if n > total:
            raise ValueError(f"only {total}")
        total -= n
        return total
    return take


HALF = lambda x: x // 2
TABLE = {"half": HALF, "next": lambda x: x + 1}


def entry_point(argv):
    tick = counter(10)
    print(tick(), tick(), tick(5))
    print([f(10) for f in adders()])
    print(compose(TABLE["half"], TABLE["next"])(8), HALF(-7))
    take = operations(5)
    print(take(3), end=" ")
    try:
        print(take(3))
    except ValueError as e:
        print("refused:", e)
    print(sorted(TABLE))
    return 0


def target(driver, args):
    return entry_point, None
