"""Strings: indexing, slices, concatenation, comparison, search."""


def describe(s):
    print("%s %d" % (s, len(s)))
    if len(s) > 0:
        print(s[0] + s[len(s) - 1] + s[-1])
        print(s[1:])
        print(s[:-1])
        print(s[:2])
        print(s[1:3])
    print(s + s)
    print(s * 3)


def order(a, b):
    if a < b:
        return -1
    elif a == b:
        return 0
    else:
        return 1


def entry_point(argv):
    words = ["", "a", "ab", "abc", "hello world", "b", "ABC", "zebra"]
    for w in words:
        describe(w)
    for a in words:
        line = ""
        for b in words:
            line += "%d " % order(a, b)
        print(line)
    s = "mississippi"
    print(s.find("ss"))
    print(s.find("ss", 3))
    print(s.find("xx"))
    print(s.rfind("ss"))
    print(s.count("s"))
    print(s.count("ss"))
    print(s.startswith("miss"))
    print(s.endswith("ppi"))
    print(s.endswith("x"))
    print("sip" in s)
    print("q" in s)
    print("s" in s)
    print(s.replace("ss", "SS"))
    print(s.replace("i", ""))
    print(s.upper())
    print("Hello".lower())
    for c in s:
        if c != 's':
            print(c)
    try:
        print(s[len(words) + 10])
    except IndexError:
        print("IndexError")
    return 0


def target(driver, args):
    return entry_point, None
