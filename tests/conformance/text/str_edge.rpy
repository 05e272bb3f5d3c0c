"""Edge cases of string and list methods with negative and large positions."""


def slices(s, a, b):
    return "[" + s[a:b] + "]"


def entry_point(argv):
    s = "abcdef"
    for a in range(-8, 9):
        for b in range(-8, 9):
            print(slices(s, a, b))
    for a in range(-7, 8):
        try:
            print(s[a])
        except IndexError:
            print("IndexError")
        print(s[a:])
        print(s[:a])
        print(s.find("c", a))
        print(s.find("", a))
        print(s.rfind("c", 0, a))
        print(s.startswith("c", a))
    l = [0, 1, 2, 3, 4, 5]
    for a in range(-8, 9):
        for b in range(-8, 9):
            t = 0
            for x in l[a:b]:
                t = t * 7 + x
            print(t)
    print("aXbXc".split("X", 0)[0])
    print(len("aXbXc".split("X", -1)))
    print(s[::2] + s[::-1] + s[1:5:2] + s[4:1:-1] + s[-1:0:-2])
    for x in l[::2] + l[::-1] + l[4:0:-3]:
        print(x)
    print("|".join("aXbXc".rsplit("X", 1)))
    print("aaa".replace("a", "b", 2))
    print("abc".replace("", "-"))
    print("aaa".count(""))
    print("".find(""))
    print("a".find("b"))
    print("abc".rfind(""))
    print("x".join(["", ""]))
    print("ab" * 0 + "|" + "ab" * -1)
    print(len([1, 2] * -1))
    l = [1, 2, 3]
    l.insert(-1, 9)
    l.insert(100, 8)
    l.insert(-100, 7)
    for x in l:
        print(x)
    print(l.pop(-2))
    print(l[-1])
    l[1:1] = [5, 6]
    print(len(l))
    l[2:100] = []
    print(len(l))
    del l[0:1]
    print(len(l))
    l.extend(l)
    print(len(l))
    print("%s|%s" % ("a\tb", 'c"d'))
    print("tab\texpand".replace("\t", "    "))
    print("x y z".split(" ", 1)[1])
    print(" x  y ".split(" ")[0] + "|")
    print("abc" in "xabcx")
    print("" in "x")
    print("b" < "abc")
    print("\xff" > "a")
    return 0


def target(driver, args):
    return entry_point, None
