# stage: rtyper
# Equality of tuples and lists whose items are represented differently on the two sides.


def grown(n):
    items = [1, n]
    items.append(3)
    return items


def fixed(n):
    return [1, n, 3]


def texts(n):
    return [str(n)]


def chars(n):
    return [chr(n)]


def nested(n):
    rows = []
    for i in range(n):
        rows.append((fixed(i), str(i)))
    return rows


def entry_point(argv):
    n = len(argv) + 52
    print((grown(n), 52) == (fixed(n), n - 1))
    print((grown(n), 52) != (fixed(n), n - 1))
    print((grown(n), n) == (fixed(n + 1), n))
    print((fixed(n), "a") == (grown(n), "a"), ((grown(n),), 1) == ((fixed(n),), 1))
    for i, j in [(65, 65), (1, 49), (7, 55), (77, 55)]:
        t1 = (texts(i),)
        t2 = (chars(j),)
        print(i, j, t1 == t2, t2 == t1, t1 != t2)
        print(texts(i) == chars(j), chars(j) == texts(i))
    words = ["x", "y"]
    words.append(str(n))
    words.pop()
    letters = [c for c in "xy"]
    print(words == letters, letters == words, (words, 1) == (letters, 1))
    letters.append("z")
    print(words == letters, (words, 1) != (letters, 1))
    rows = nested(3)
    other = [(grown(0), str(0)), (grown(1), "1"), (grown(2), "2")]
    print(rows == other, rows[:2] == other)
    other[1][0][0] = 9
    print(rows == other)
    ints = [1, 2]
    ints.append(n)
    floats = [1.0, 2.0, n + 0.0]
    print((ints, 0) == (floats, 0))
    return 0


def target(driver, args):
    return entry_point, None
