# origin: random programs
"""Found by random programs: copies of lists and dicts of characters that end up among longer strings."""


def show(l):
    print("%d %s" % (len(l), ",".join(l)))


def keys(n):
    words = list({"k": 1, "l": 2})
    if n > 3:
        words = ["longer"]
    show(words)
    d = {"a": "x", "b": "y"}
    for words in [list(d.keys()), list(d.values()), list(d)]:
        show(words)
    names = list(d)
    names.append("many")
    show(names)


def slices(n):
    words = sorted(["p", "q"])[:n & 3][:n]
    if n > 3:
        words = ["longer"]
    show(words)
    words = ["a", "b", "c", "d"][::2]
    words.append("tail")
    show(words)
    words = ["a", "b", "c", "d"][1:] + ["tail"]
    show(words)
    numbers = [1, 2, 3][n:]
    floats = [x for x in [0.5]]
    floats.extend(numbers)
    print("%.1f %.1f" % (floats[0], floats[-1]))


def entry_point(argv):
    keys(len(argv))
    slices(len(argv))
    return 0


def target(driver, args):
    return entry_point, None
