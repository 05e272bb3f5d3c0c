def numbers(limit):
    n = 1
    while True:
        if n > limit:
            return
        yield n
        n *= 2


def evens(source):
    for n in source:
        if n % 2 == 0:
            yield n // 2


def first(source, count):
    while count:
        try:
            value = next(source)
        except StopIteration:
            return
        yield value
        count -= 1


def letters():
    for c in "abc":
        yield c


def entry_point(argv):
    print(" ".join([str(n) for n in numbers(20)]))
    print([n for n in evens(numbers(40))])
    for n in first(evens(numbers(100)), 3):
        print("half %d" % n)
    print(list(first(numbers(3), 10)))
    it = letters()
    a = next(it)
    b = next(it)
    print("%s %s %s" % (a, b, next(it)))
    try:
        next(it)
    except StopIteration:
        print("no more letters")
    print("%d %s" % (sum([n * n for n in numbers(9)]), "".join(letters())))
    print("%d %s" % (next(numbers(0), -1), next(letters(), "z")))
    return 0


def target(driver, args):
    return entry_point, None
