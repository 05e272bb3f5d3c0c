"""split, join, strip and friends."""


def show(parts):
    print("[" + "|".join(parts) + "]")


def entry_point(argv):
    show("a,b,c".split(","))
    show("a,b,c".split(",", 1))
    show(",a,,b,".split(","))
    show("abc".split(","))
    show("".split(","))
    show("a::b::c".split("::"))
    show("a,b,c".rsplit(",", 1))
    show("one two  three\tfour\n".split())
    show("line1\nline2\n\nline4".split("\n"))
    show("line1\nline2\r\nline3".splitlines())
    print("[" + "  padded ".strip() + "]")
    print("[" + "  padded ".lstrip() + "]")
    print("[" + "  padded ".rstrip() + "]")
    print("xxhixx".strip("x"))
    print("xxhixx".lstrip("x"))
    print("xxhixx".rstrip("x"))
    print("".join(["x", "y", "z"]))
    print(", ".join(["only"]))
    print("-".join([]))
    print("123".isdigit())
    print("12a".isdigit())
    print("abc".isalpha())
    print("a1".isalnum())
    print("A".isupper())
    print("a".islower())
    print(" ".isspace())
    print("".isdigit())
    for c in "aZ5 _":
        print("%s %s %s %s" % (c, c.isalpha(), c.isdigit(), c.isspace()))
    return 0


def target(driver, args):
    return entry_point, None
