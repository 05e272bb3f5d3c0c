# Names of characters: by tables, by the rules for ideographs and Hangul syllables, and back.
from rpython.rlib.unicodedata import unicodedb
from rpython.rlib.unicodedata import unicodedb_5_2_0


def show(code):
    try:
        name = unicodedb.name(code)
    except KeyError:
        return "-"
    if unicodedb_5_2_0.lookup(name) != code:
        return name + " is not found"
    return name


def find(name):
    try:
        return unicodedb.lookup(name)
    except KeyError:
        return -1


def entry_point(argv):
    for code in [0, 10, 32, 65, 0xe9, 0x2126, 0x3400, 0x4dbf, 0x4e00, 0x9fff, 0xac00, 0xb4c0, 0xd7a3, 0xd7a4, 0xd800, 0xf900, 0x1f600,
                 0x20000, 0x2a6e0, 0x2b740, 0xe0041, 0x10ffff]:
        print(code, show(code))
    for name in ["LATIN SMALL LETTER A", "latin small letter a", "", "LATIN", "CJK UNIFIED IDEOGRAPH-4E01", "CJK UNIFIED IDEOGRAPH-41",
                 "CJK UNIFIED IDEOGRAPH-4E0G", "HANGUL SYLLABLE GGWENJ", "HANGUL SYLLABLE A", "HANGUL SYLLABLE GX", "HANGUL SYLLABLE ",
                 "HANGUL SYLLABLE GAGSS", "ZERO WIDTH JOINER", "YI SYLLABLE IT"]:
        print(name, find(name))
    wrong = named = 0
    for code in range(0, 0x11000):
        try:
            name = unicodedb.name(code)
        except KeyError:
            continue
        named += 1
        if code % 5 == 0 and unicodedb.lookup(name) != code:
            wrong += 1
    print(named > 50000, wrong)
    return 0


def target(driver, args):
    return entry_point, None
