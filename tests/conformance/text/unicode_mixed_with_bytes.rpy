# -*- coding: utf-8 -*-
# oracle: stored
# Methods of unicode strings with byte strings as arguments, at import time and at run time: as in Python 2.
try:
    unicode
except NameError:
    unicode = str


def repr_of(u):
    out = []
    for c in u:
        if ord(c) < 127:
            out.append(chr(ord(c)))
        else:
            out.append("<%d>" % ord(c))
    return "".join(out)


def shows(parts):
    return " | ".join([repr_of(p) for p in parts])


def answers(u, v, sep, chars):
    """`sep` and `chars` are byte strings that are known when the program runs."""
    return [
        "%d %d %d" % (u.startswith("ab"), u.endswith("ab"), u.startswith(sep)),
        "%d %d %d" % (u.startswith(("x", "ab")), u.startswith("c", 3), u.endswith("a", 0, 5)),
        "%d %d %d %d" % (u.find("c"), u.find(sep, 1), u.rfind("ab"), u.find("zz")),
        "%d %d %d %d" % (u.index("c"), u.rindex("a"), u.count("ab"), u.count(sep)),
        "%d %d %d" % ("ab" in u, sep in u, "zz" in u),
        repr_of(u.replace("ab", "x")), repr_of(u.replace("ab", u"\u1234")), repr_of(u.replace(sep, "b", 1)),
        shows(u.split("c")), shows(u.split(sep, 1)), shows(u.rsplit("ab", 1)), shows(u.split(sep)),
        repr_of(v.strip(" a")), repr_of(v.lstrip(chars)), repr_of(v.rstrip("b ")), repr_of(v.strip(chars)),
        shows(list(u.partition("c"))), shows(list(u.rpartition(sep))),
        repr_of(v.center(10, "*")), repr_of(v.ljust(9, "-")), repr_of(v.rjust(9, "-")),
    ]


U = u"ab\xe9cab\u20ac"
V = u" ab "
EARLY = answers(U, V, "ab", " a")


def entry_point(argv):
    n = len(argv)
    late = answers(U + u"x" * (n - 1), V, "ab" * n, " a" * n)
    for i in range(len(EARLY)):
        print("%s %s" % (EARLY[i], late[i] == EARLY[i]))
        if late[i] != EARLY[i]:
            print("at run time: " + late[i])
    try:
        print(U.find("\xe9" * n))
    except UnicodeDecodeError:
        print("not ASCII")
    return 0


def target(driver, args):
    return entry_point, None
