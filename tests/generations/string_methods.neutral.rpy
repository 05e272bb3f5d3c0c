TEXT = "  The Tale of two: cities, 2 cities\t"


def words(text):
    return [w.strip(",:") for w in text.split()]


def entry_point(argv):
    print("%r %r %r" % (TEXT.strip(), TEXT.lstrip()[:3], TEXT.rstrip()[-1]))
    print(words(TEXT))
    print("%d %d %d %d" % (TEXT.count("ci"), TEXT.find("two"), TEXT.rfind("ci"), TEXT.find("nine")))
    print("%s %s %s" % ("cities" in TEXT, TEXT.strip().startswith("The"), TEXT.endswith("\t")))
    print(" ".join(["-".join(words(TEXT)).upper(), "MiX".lower(), "MiX".swapcase(), "ab cd".title()]))
    print("%s %s %s" % ("a,b,,c".split(","), "a b  c".split(" ", 1), "x=1=2".rsplit("=", 1)))
    print("%s %s %s" % (str("k=v".partition("=")), str("kv".partition("=")), str("a.b.c".rpartition("."))))
    print("7".zfill(3) + " " + "ab".center(6, "*") + " " + "ab".ljust(4) + "| " + "ab".rjust(4))
    print(" ".join([str(b) for b in ["abc".isalpha(), "12".isdigit(), "a1".isalnum(),
                                     " \n".isspace(), "Ab".isupper()]]))
    print("%s %s %s" % ("abcabc".replace("b", "--", 1), "a\tb".expandtabs(4), "one\ntwo\n".splitlines()))
    parts = []
    for i in range(3):
        parts.append("%s %d %s" % ("abc"[i], ord("abc"[i]), "abc"[-1 - i:]))
    print(" ".join(parts))
    print("%s %s %s %s %d" % ("b" > "a", "a" < "B", max("hello"), "ab" * 3, len("\x00\n")))
    try:
        print("abc".index("x"))
    except ValueError as e:
        print("ValueError: %s" % e)
    return 0


def target(driver, args):
    return entry_point, None
