TEXT: str = "  The Tale of two: cities, 2 cities\t"


def words(text: str) -> list:
    return [w.strip(",:") for w in text.split()]


def entry_point(argv):
    print(f"{TEXT.strip()!r} {TEXT.lstrip()[:3]!r} {TEXT.rstrip()[-1]!r}")
    print(words(TEXT))
    print(TEXT.count("ci"), TEXT.find("two"), TEXT.rfind("ci"), TEXT.find("nine"))
    print("cities" in TEXT, TEXT.strip().startswith("The"), TEXT.endswith("\t"))
    print("-".join(words(TEXT)).upper(), "MiX".lower(), "MiX".swapcase(), "ab cd".title())
    print("a,b,,c".split(","), "a b  c".split(" ", 1), "x=1=2".rsplit("=", 1))
    print("k=v".partition("="), "kv".partition("="), "a.b.c".rpartition("."))
    print("7".zfill(3), f"{'ab':*^6}", f"{'ab':4}|", f"{'ab':>4}")
    print("abc".isalpha(), "12".isdigit(), "a1".isalnum(), " \n".isspace(), "Ab".isupper())
    print("abcabc".replace("b", "--", 1), "a\tb".expandtabs(4), "one\ntwo\n".splitlines())
    for i, c in enumerate("abc"):
        print(c, ord(c), "abc"[-1 - i:], end=" " if i < 2 else "\n")
    print("b" > "a", "a" < "B", max("hello"), "ab" * 3, len("\x00\n"))
    try:
        print("abc".index("x"))
    except ValueError as e:
        print(f"ValueError: {e}")
    return 0


def target(driver, args):
    return entry_point, None
