"""Lists of strings, chars, floats, bools, None-able strings."""


def longest(words):
    best = None
    for w in words:
        if best is None or len(w) > len(best):
            best = w
    return best


def entry_point(argv):
    words = "the quick brown fox jumps".split(" ")
    words.append("over")
    print(words[-1])
    print(longest(words))
    print(longest([]) is None)
    chars = ['a', 'b']
    chars.append('c')
    chars.reverse()
    print("".join(chars))
    floats = [0.5, 1.5]
    floats.append(2.0)
    total = 0.0
    for f in floats:
        total += f
    print(total)
    flags = [True, False]
    flags.append(len(words) > 3)
    n = 0
    for f in flags:
        n = n * 2
        if f:
            n += 1
    print(n)
    maybe = [None, "x", None]
    for m in maybe:
        if m is None:
            print("none")
        else:
            print(m)
    print("fox" in words)
    print(words.index("fox"))
    for i, w in enumerate(words):
        print("%d %s" % (i, w))
    i = 0
    for w in reversed(words):
        print(w)
    print(words == ["the"])
    return 0


def target(driver, args):
    return entry_point, None
