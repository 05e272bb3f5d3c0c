from rpython.rlib.rstring import StringBuilder

def entry_point(argv):
    b = StringBuilder()
    for i in range(5):
        b.append("n")
        b.append(str(i))
        b.append_multiple_char('.', 2)
    print(b.build())
    s = "  Hello, World  "
    print(s.strip() + "|" + s.lstrip() + "|" + s.rstrip() + "|")
    print(s.lower(), s.upper())
    print(s.strip().startswith("Hello"), s.endswith("x"))
    print("a-b-c-d".split("-")[2], "a-b-c".rsplit("-", 1)[0])
    for w in "the quick  brown".split(" "):
        print("[" + w + "]")
    print("abc" < "abd", "abc" == "ab" + "c", "b" > "abc")
    print("abc" * 3, "-" * 10)
    print("hello".count("l"), "hello".rfind("l"), "hello".find("z"))
    print("x" in "xyz", "yz" in "xyz", "q" in "xyz")
    for c in "abc":
        print(c, ord(c))
    print("123".isdigit(), "abc".isalpha(), "a1".isalnum())
    t = "hello"
    print(t[1], t[-1], t[1:3], t[:2], t[3:])
    d = {}
    d[t[0]] = 1
    d["h"] += 5
    print(d["h"])
    print("abc".replace("b", "xx"))
    print(repr("it's"), repr("a\n\\b"))
    x = None
    if len(argv) > 10:
        x = "some"
    print(x)
    print("a,b".join(["1", "2", "3"]))
    l = list("xyz")
    l.append("w")
    print("".join(l))
    return 0
