# What is equal hashes alike, however it is typed: characters and strings, ints and floats.


def key(s, i):
    return (s[i], 1)


def whole(s):
    return (s, 1)


def entry_point(argv):
    s = "abc" + "d" * len(argv)
    print(hash(key(s, 0)) == hash(whole(s[:1])), hash(s[0]) == hash(s[:1]))
    d = {whole("b"): 5}
    print(d.get(key(s, 1), -1))
    print(key(s, 1) == whole(s[1:2]))
    print(hash((1, s[2])) == hash((1, s[2:3])))
    u = u"xyz"
    print(hash(u[0]) == hash(u[:1]), hash((u[0],)) == hash((u[:1],)))
    n = len(argv) + 41
    x = n * 1.0
    print(hash(x) == hash(n), hash((x, 1)) == hash((n, 1)), hash(0.0) == hash(-0.0))
    print(hash(x + 0.5) == hash(n), hash(1e300) == hash(1e300))
    words = {}
    for c in "hello world":
        words[c] = words.get(c, 0) + 1
    for i in range(3):
        print(words["hello"[i]], words["hello"[i:i + 1]])
    pairs = set([("h", 1), ("e", 2)])
    print(key("hxx", 0) in pairs, ("e", n - 40) in pairs, ("x", 1) in pairs)
    floats = {0.5: "half", 2.0: "two", 1e18: "large"}
    print(floats[n / 84.0], floats[n * 1.0 - 40.0], 1e18 + n * 0.0 in floats)
    return 0


def target(driver, args):
    driver.exe_name = "equal-hashes-c"
    return entry_point, None
