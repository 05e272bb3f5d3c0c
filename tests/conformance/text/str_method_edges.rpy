"""String methods at their edges: empty texts, empty arguments, negative and too large positions, limits."""


def positions(s, sub):
    row = [s.find(sub), s.rfind(sub), s.count(sub)]
    for a in [-100, -2, 0, 1, 3, 100]:
        row.append(s.find(sub, a))
        row.append(s.rfind(sub, a))
        row.append(s.count(sub, a))
        for b in [-100, -1, 0, 2, 100]:
            row.append(s.find(sub, a, b))
            row.append(s.rfind(sub, a, b))
            row.append(s.count(sub, a, b))
    print(repr(s), repr(sub), row, sub in s, s.startswith(sub), s.endswith(sub))
    try:
        print(s.index(sub), s.rindex(sub), s.index(sub, 1))
    except ValueError as e:
        print(str(e))


def splitting(s, sep):
    print(s.split(sep), s.rsplit(sep), s.partition(sep), s.rpartition(sep))
    for limit in [-1, 0, 1, 2, 10]:
        print(limit, s.split(sep, limit), s.rsplit(sep, limit))


def blanks(s):
    print(s.split(), s.rsplit(), s.splitlines(), s.splitlines(True))
    for limit in [-1, 0, 1, 2]:
        print(limit, s.split(None, limit), s.rsplit(None, limit), s.split(maxsplit=limit))


def stripping(s, chars):
    print(repr(s.strip(chars)), repr(s.lstrip(chars)), repr(s.rstrip(chars)), repr(s.strip()), repr(s.strip(None)))
    print(repr(s.removeprefix(chars)), repr(s.removesuffix(chars)))


def replacing(s, a, b):
    row = [s.replace(a, b)]
    for n in [-1, 0, 1, 2]:
        row.append(s.replace(a, b, n))
    print(row)


def filling(s):
    for w in [-1, 0, 1, 4, 7]:
        print("[" + s.ljust(w) + "|" + s.rjust(w) + "|" + s.center(w) + "|" + s.zfill(w) + "]", s.ljust(w, "*") + s.center(w, "-"))


def classes(s):
    flags = [s.isdigit(), s.isalpha(), s.isalnum(), s.isspace(), s.islower(), s.isupper(), s.istitle(),
             s.isidentifier(), s.isprintable(), s.isascii(), s.isdecimal(), s.isnumeric()]
    print(repr(s), "".join(["01"[int(f)] for f in flags]), s.upper(), s.lower(), s.title(), s.capitalize(), s.swapcase())


def entry_point(argv):
    for s in ["", "a", "abcabc", "aaaa"]:
        for sub in ["", "a", "bc", "aa", "abcabcd"]:
            positions(s, sub)
    for s in ["", ",", "a,b,,c", ",a,", "a,,b"]:
        splitting(s, ",")
        splitting(s, ",,")
    for s in ["", "   ", "a b", "  one  two three ", "l1\nl2\r\nl3\rl4\n", "\n\n", "tab\tsep"]:
        blanks(s)
    for s in ["", "xxaxx", "xyxy", "  x "]:
        stripping(s, "x")
        stripping(s, "xy")
        stripping(s, "")
    replacing("banana", "a", "oo")
    replacing("banana", "", "-")
    replacing("", "", "-")
    replacing("banana", "an", "")
    replacing("banana", "banana", "x")
    for s in ["", "ab", "-42", "+7", "toolongtext"]:
        filling(s)
    for s in ["", "abc", "ABC", "Abc Def", "123", "a1", " \t", "_x9", "9x", "it's", "Ab cD", "-", "\n", "x\x7f"]:
        classes(s)
    print("-".join([]), "-".join(["a"]), "".join(["x", "y"]), ", ".join({"k": 1, "l": 2}), "-".join("abc"))
    print("a\tbc\td".expandtabs(), "a\tb".expandtabs(4), "ab\t".expandtabs(0), "\t".expandtabs(1) + "|")
    print("hello".translate(str.maketrans("el", "ip")), "hello".translate(str.maketrans("l", "L", "h")))
    print("" * 5, "ab" * 0, "ab" * -3, "ab" * 3, 2 * "xy", "a" + "" + "b", "abc" < "abd", "" < "a", "Z" < "a", "ab" >= "ab")
    return 0


def target(driver, args):
    return entry_point
