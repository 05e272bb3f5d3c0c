TEXT = "  The Tale of two: cities, 2 cities\t"


def words(text):
    return map(lambda w: w.strip(",:"), text.split())


def entry_point(argv):
    print `TEXT.strip()`, `TEXT.lstrip()[:3]`, `TEXT.rstrip()[-1]`
    print words(TEXT)
    print TEXT.count("ci"), TEXT.find("two"), TEXT.rfind("ci"), TEXT.find("nine")
    print "cities" in TEXT, TEXT.strip().startswith("The"), TEXT.endswith("\t")
    print "-".join(words(TEXT)).upper(), "MiX".lower(), "MiX".swapcase(), "ab cd".title()
    print "a,b,,c".split(","), "a b  c".split(" ", 1), "x=1=2".rsplit("=", 1)
    print "k=v".partition("="), "kv".partition("="), "a.b.c".rpartition(".")
    print "7".zfill(3), "ab".center(6, "*"), "ab".ljust(4) + "|", "ab".rjust(4)
    print "abc".isalpha(), "12".isdigit(), "a1".isalnum(), " \n".isspace(), "Ab".isupper()
    print "abcabc".replace("b", "--", 1), "a\tb".expandtabs(4), "one\ntwo\n".splitlines()
    for i in xrange(3):
        print "abc"[i], ord("abc"[i]), "abc"[-1 - i:],
    print
    print "b" > "a", "a" < "B", max("hello"), "ab" * 3, len("\x00\n")
    try:
        print "abc".index("x")
    except ValueError, e:
        print "ValueError:", e
    return 0


def target(driver, args):
    return entry_point, None
