"""A list with ints among strings and a dict with strings among ints are one error each, wherever they are used."""


def longest(words):
    best = words[0]
    for w in words:
        if len(w) > len(best):
            best = w
    return best


def shown(table):
    for key, value in table.items():
        print(key + "=", value.bit_length())
    return table["a"].upper()


def entry_point(argv):
    words = []
    for a in argv:
        words.append(a)
    words.append(len(argv))
    print(words[0].upper())
    print(", ".join(words))
    for w in words:
        print(w + "!")
    print(longest(words))
    table = {}
    table["a"] = 1
    table["b"] = "two"
    print(shown(table))
    print(table["b"] + 1)
    return 0


def target(driver, args):
    return entry_point, None
