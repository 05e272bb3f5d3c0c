from typing import Dict

WORD: str = "na\u00efve"
GREEK: str = "\u03b1\u03b2\u03b3"
TABLE: Dict[str, int] = {"a": 1, GREEK: 3}


def show(text: str) -> str:
    return repr(text.encode("utf-8"))[1:]


def entry_point(argv):
    print(len(WORD.encode()), len(GREEK.encode()), show(WORD), show(GREEK))
    print(show(WORD + GREEK), show(GREEK * 2), show("".join([GREEK, WORD])))
    print("\u03b2" in GREEK, WORD.startswith("na\u00ef"), GREEK.endswith("\u03b3"), "z" in WORD)
    print(TABLE["a"], TABLE[GREEK], "b" in TABLE)
    print(*"x\u2014y\u2014z".split("\u2014"))
    print(show(WORD.replace("\u00ef", "i")), show(f"  {GREEK} "), show((GREEK + " ").strip()))
    print(WORD.encode("utf-8").decode("utf-8") == WORD, "αβγ" == GREEK)
    print(WORD < GREEK, sorted([GREEK, WORD, "z"])[0] == WORD, GREEK != WORD)
    total = 0
    for byte in GREEK.encode("utf-8"):
        total += byte
    print(total // 3, show(f"{WORD}={7 // 2}"), show("a\u20ac".partition("a")[2]))
    return 0


def target(driver, args):
    return entry_point, None
