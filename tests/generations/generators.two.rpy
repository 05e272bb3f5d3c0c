def numbers(limit):
    n = 1
    while True:
        if n > limit:
            raise StopIteration
        yield n
        n *= 2


def evens(source):
    for n in source:
        if n % 2 == 0:
            yield n / 2


def first(source, count):
    while count:
        yield source.next()
        count -= 1


def letters():
    for c in "abc":
        yield c
    raise StopIteration


def entry_point(argv):
    for n in numbers(20):
        print n,
    print
    print [n for n in evens(numbers(40))]
    for n in first(evens(numbers(100)), 3):
        print "half", n
    print list(first(numbers(3), 10))
    it = letters()
    print it.next(), next(it), it.next()
    try:
        it.next()
    except StopIteration, e:
        print "no more letters"
    print sum(n * n for n in numbers(9)), "".join(letters())
    print next(numbers(0), -1), next(letters(), "z")
    return 0


def target(driver, args):
    return entry_point, None
