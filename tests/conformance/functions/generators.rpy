"""Generators that the program iterates over and steps by hand."""


def count(n):
    i = 0
    while i < n:
        yield i
        i += 1


def fibs(limit):
    a, b = 0, 1
    while a < limit:
        yield a
        a, b = b, a + b


def squares(n):
    for x in count(n):
        if x % 2 == 0:
            continue
        yield x * x


def words(text):
    current = ""
    for c in text:
        if c == ' ':
            if current:
                yield current
            current = ""
        else:
            current += c
    if current:
        yield current


def entry_point(argv):
    total = 0
    for x in count(10):
        total += x
    print(total)
    for f in fibs(100):
        print(f)
    for s in squares(10):
        print(s)
    for w in words("  some words  here"):
        print(w)
    g = count(2)
    print(next(g))
    print(next(g))
    try:
        print(next(g))
    except StopIteration:
        print("StopIteration")
    return 0


def target(driver, args):
    return entry_point, None
