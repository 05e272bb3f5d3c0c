# -*- coding: utf-8 -*-
# oracle: stored
# Methods of unicode strings beyond ASCII, at import time: positions are characters, as in CPython 2.
try:
    unicode
except NameError:
    unicode = str

u = u"ab\xe9cab\u20ac"


def show(x):
    if isinstance(x, (list, tuple)):
        return "[" + ", ".join([show(i) for i in x]) + "]"
    if isinstance(x, unicode):
        return "u'" + x.encode("unicode_escape") + "'"
    if isinstance(x, str):
        return "b'" + x.encode("string_escape") + "'"
    return str(x)


EARLY = [show(r) for r in [
    [u.find("c"), u.find(u"c"), u.find("ab", 1), u.rfind("ab"), u.index("c"), u.rindex("a"), u.count(""), u.count(u"\xe9")],
    [u.find("ab", -3), u.find("", 7), u.find("", 8), u.rfind(""), u.startswith("c", 3), u.endswith("a", 0, 5)],
    [u.replace("", "-"), u.replace("", "-", 2), u.replace("a", "b", 1), "abc".replace("b", u"x"), "a,b".split(u",")],
    [u"\xa0\u2003x\xa0".strip(), u"\xe9x\xe9".strip(u"\xe9"), u"\xe9x\xea".strip(u"\xe9"), "axa".strip(u"a")],
    [u"a\xa0b\u2028c".split(), u"a\x1cb".split(), "a\x1cb".split(), u"a\xa0b c".rsplit(None, 1)],
    [u"a\u2028b\nc\x85d\r\ne".splitlines(), u"a\u2028b".splitlines(True), "a\x0bb\x0cc\x1cd".splitlines(), u"a\x0bb\x0cc\x1cd".splitlines()],
    [u"\xe9".zfill(4), u"\xe9\t|".expandtabs(4), u"\xe9".center(4), u"\xe9".ljust(3, "x")],
    [u"\xe9a".capitalize(), u"\xe9A\xdf".swapcase()[:2], u"\xe9a b\xe9".title(), u.upper(), u"\xc9".lower()],
    ["\xc3\xa9".upper(), "\xc3\x89".lower(), "\xc3\xa9a".capitalize(), "\xc3\xa9".title(), "\xc3\xa9".isalpha()],
    [u"abc".translate({97: u"xy", 98: None, 99: 0x20ac}), u"\xe9a".translate({0xe9: u"E"}), u"a,b".partition(","), "a,b".partition(u",")],
]]


def entry_point(argv):
    for line in EARLY:
        print(line)
    return 0


def target(driver, args):
    return entry_point, None
