"""Generators as methods, recursive ones, pipelines, with closures, in data structures, exceptions through several, iterators of all kinds."""


class Tree(object):
    def __init__(self, value, left=None, right=None):
        self.value = value
        self.left = left
        self.right = right

    def __iter__(self):
        if self.left is not None:
            for v in self.left:
                yield v
        yield self.value
        if self.right is not None:
            yield from self.right

    def insert(self, v):
        if v < self.value:
            if self.left is None:
                self.left = Tree(v)
            else:
                self.left.insert(v)
        elif self.right is None:
            self.right = Tree(v)
        else:
            self.right.insert(v)

    def levels(self):
        row = [self]
        while row:
            yield [t.value for t in row]
            row = [c for t in row for c in (t.left, t.right) if c is not None]


def numbers(text):
    for word in text.split():
        try:
            n = int(word)
        except ValueError:
            yield -1
            continue
        yield n


def positive(it):
    for x in it:
        if x >= 0:
            yield x


def running(it):
    total = 0
    for x in it:
        total += x
        yield total


def take(n, it):
    if n <= 0:
        return
    for x in it:
        yield x
        n -= 1
        if n == 0:
            return


def chunks(l, n):
    for i in range(0, len(l), n):
        yield l[i:i + n]


def permutations(l):
    if len(l) <= 1:
        yield l
        return
    for i in range(len(l)):
        for rest in permutations(l[:i] + l[i + 1:]):
            yield [l[i]] + rest


def naturals():
    n = 0
    while True:
        yield n
        n += 1


def limited(n, log):
    try:
        for i in range(n):
            if i == 4:
                raise KeyError("four")
            yield i
        log.append("complete")
    except KeyError as e:
        log.append("inside")
        yield -4
        raise ValueError("converted")
    finally:
        log.append("finally")


def fields(line):
    word = ""
    quoted = False
    for c in line:
        if c == '"':
            quoted = not quoted
        elif c == "," and not quoted:
            yield word
            word = ""
        else:
            word += c
    yield word


def merge(a, b):
    x = next(a, None)
    y = next(b, None)
    while x is not None and y is not None:
        if x <= y:
            yield x
            x = next(a, None)
        else:
            yield y
            y = next(b, None)
    while x is not None:
        yield x
        x = next(a, None)
    while y is not None:
        yield y
        y = next(b, None)


def entry_point(argv):
    t = Tree(50)
    for v in [30, 70, 20, 40, 60, 80, 35]:
        t.insert(v)
    print(list(t), list(t.levels()), sum(t), max(t), 40 in list(t))
    print(list(running(positive(numbers("1 2 x 3 y 4")))), list(take(3, naturals())), list(take(0, naturals())))
    print(list(chunks([1, 2, 3, 4, 5], 2)), list(chunks([], 2)))
    print(len(list(permutations([1, 2, 3, 4]))), list(permutations([1, 2, 3]))[3:5])
    for n in [3, 6]:
        log = []
        seen = []
        try:
            for x in limited(n, log):
                seen.append(x)
        except ValueError as e:
            log.append(str(e))
        print(seen, log)
    print(list(fields('a,"b,c",,d')), "|".join(fields("x")), len(list(fields(""))))
    print(list(merge(iter(["a", "c", "e"]), iter(["b", "c", "d", "z"]))))
    gens = [take(2, naturals()), take(3, naturals())]
    print([list(g) for g in gens], [list(g) for g in gens])
    for i, (x, y) in enumerate(zip(naturals(), fields("p,q,r"))):
        print(i, x, y, end="; ")
    print()
    it = iter([1, 2, 3, 4])
    for x in it:
        if x == 2:
            print("after two:", next(it))
    print(list(map(lambda p: p * 2, filter(lambda q: q % 2, take(6, naturals())))), list(reversed([1, 2])), list(enumerate("ab", 5)))
    return 0


def target(driver, args):
    return entry_point
