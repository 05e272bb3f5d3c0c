def numbers(*, limit: int):
    n = 1
    while n <= limit:
        yield n
        n *= 2


def evens(source):
    yield from (n // 2 for n in source if n % 2 == 0)


def first(source, count: int):
    while count:
        yield next(source)
        count -= 1


def letters():
    yield from "abc"


def entry_point(argv):
    print(*[n for n in numbers(limit=20)])
    print([n for n in evens(numbers(limit=40))])
    for n in first(evens(numbers(limit=100)), 3):
        print("half", n)
    got = []
    try:
        for n in first(numbers(limit=3), 10):
            got.append(n)
    except RuntimeError:
        print(got)
    it = letters()
    print(next(it), next(it), next(it))
    try:
        next(it)
    except StopIteration:
        print("no more letters")
    print(sum(n * n for n in numbers(limit=9)), "".join(letters()))
    print(next(numbers(limit=0), -1), next(letters(), "z"))
    return 0


def target(driver, args):
    return entry_point, None
