"""List comprehensions with conditions, nested, over strings, dictionaries, enumerate, zip by hand."""


def pairs(a, b):
    return [(x, y) for x in a for y in b if x != y]


def flatten(rows):
    return [x for row in rows for x in row]


def entry_point(argv):
    l = [x * x for x in range(8) if x % 2 == 0]
    print(",".join([str(x) for x in l]))
    print("".join([c for c in "hello world" if c != 'o']))
    for x, y in pairs([1, 2, 3], [2, 3]):
        print("%d%d" % (x, y))
    print(len(flatten([[1, 2], [3], []])))
    d = {"a": 1, "b": 2}
    print("".join([k * d[k] for k in d]))
    print(sum_of([i * v for i, v in enumerate([5, 6, 7])]))
    table = [[0 for i in range(3)] for j in range(2)]
    table[1][2] = 5
    print(sum_of(flatten(table)))
    lengths = [len(w) for w in "a bb ccc".split(" ")]
    print(sum_of(lengths))
    return 0


def sum_of(l):
    t = 0
    for x in l:
        t += x
    return t


def target(driver, args):
    return entry_point, None
