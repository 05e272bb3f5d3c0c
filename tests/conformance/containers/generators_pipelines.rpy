"""Pipelines of generators and the functions over iterables."""


def numbers(n):
    i = 0
    while i < n:
        yield i
        i += 1


def only(predicate, items):
    for x in items:
        if predicate(x):
            yield x


def take(n, items):
    for x in items:
        if n == 0:
            return
        n -= 1
        yield x


def naturals():
    n = 1
    while True:
        yield n
        n += 1


def windows(items, n):
    window = []
    for x in items:
        window.append(x)
        if len(window) > n:
            window.pop(0)
        if len(window) == n:
            yield list(window)


def fibonacci():
    a, b = 0, 1
    while True:
        yield a
        a, b = b, a + b


def interleave(a, b):
    for x, y in zip(a, b):
        yield x
        yield y


def tree(depth):
    if depth > 0:
        for x in tree(depth - 1):
            yield x
        yield depth
        for x in tree(depth - 1):
            yield x


def lines(text):
    line = ''
    for c in text:
        if c == '\n':
            yield line
            line = ''
        else:
            line += c
    if line:
        yield line


def numbered(items, start):
    for i, x in enumerate(items, start):
        yield '%d:%s' % (i, x)


class Range2(object):
    def __init__(self, a, b):
        self.a = a
        self.b = b

    def __iter__(self):
        for i in range(self.a, self.b):
            yield i * i


class Countdown(object):
    def __init__(self, n):
        self.n = n

    def __iter__(self):
        return self

    def __next__(self):
        if self.n == 0:
            raise StopIteration
        self.n -= 1
        return self.n

    next = __next__


def is_odd(x):
    return x % 2 == 1


def entry_point(argv):
    print(list(only(is_odd, numbers(10))), sum(only(is_odd, numbers(100))), max(numbers(5)))
    print(list(take(5, naturals())), list(take(10, fibonacci())), list(windows(numbers(5), 3)))
    print([x for x in take(4, only(lambda n: n % 7 == 0, naturals()))])
    print(list(interleave([1, 2, 3], numbers(2))), list(tree(3)))
    print(list(numbered(lines('one\ntwo\nthree'), 1)), len(list(lines(''))))
    print(list(Range2(2, 5)), sum(Range2(0, 4)), 9 in list(Range2(0, 5)), sorted(Range2(-2, 3)))
    print(list(Countdown(3)), list(zip(Countdown(3), 'abc')), [n for n in Countdown(2)])
    print(list(map(lambda x: x * x, Countdown(4))), list(filter(is_odd, Countdown(6))))
    print(any(x > 3 for x in numbers(5)), all(x > 3 for x in numbers(5)), sum(x * x for x in numbers(4)))
    print(min(take(3, naturals())), max([len(l) for l in lines('a\nbbb\ncc')]))
    it = naturals()
    print(next(it), next(it), [next(it) for _ in range(3)])
    d = {k: v for k, v in zip(lines('a\nb'), naturals())}
    print(d, set(take(3, naturals())), dict(enumerate(lines('p\nq'))))
    total = 0
    for i, (a, b) in enumerate(zip(fibonacci(), numbers(8))):
        total += i * a + b
    print(total)
    for a, b, c in zip(numbers(2), Range2(5, 9), 'xyz'):
        print(a, b, c)
    nested = [[y for y in take(x, naturals())] for x in numbers(4)]
    print(nested, [sum(row) for row in nested], list(enumerate(Countdown(2), 5)))
    l = []
    l.extend(take(2, naturals()))
    l += numbers(2)
    l[1:2] = take(3, fibonacci())
    print(l, list(reversed(list(numbers(3)))), tuple((1, 2)))
    return 0


def target(driver, args):
    return entry_point
