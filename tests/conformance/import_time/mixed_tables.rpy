# stage: flow space
"""Prebuilt dicts and lists of several types: what is asked by constants is known, and keys are there at run time."""
from rpython.rlib.unroll import unrolling_iterable

KINDS = {"a": 1, "b": "two", "c": [1], "d": None}
MIXED_KEYS = {"a": 1, 3: "x"}
KEYS = unrolling_iterable(sorted(KINDS.keys()))
NUMBERS = {"one": 1, "none": None}
PAIRS = {"p": (1, "x"), "q": (2, 3), "r": (1, 2, 3)}
NESTED = {"x": {"y": 1, "z": "w"}}
ROW = [1, "x", None]
SAME = {"a": 1, "b": "two"}
EQUAL = {"a": 1, "b": "two"}
OTHER = {"a": 1, "b": "three"}
EMPTY = {}


class Config(object):
    options = {"level": 2, "name": "c"}


# Of one type: as ever.
ONE = {"a": 1}
LISTS = {"a": [1], "b": []}

def has(key):
    return key in KINDS


def entry_point(argv):
    print(len(KINDS), len(MIXED_KEYS), len(NUMBERS), len(PAIRS), len(ROW))
    print(len(NESTED), len(NESTED["x"]), len(Config.options))
    if KINDS and ROW:
        print("full")
    if not KINDS:
        print("empty")
    print(bool(KINDS), bool(EMPTY), not ROW)
    print("a" in KINDS, "z" in KINDS, 3 in MIXED_KEYS, "x" in ROW, 2 in ROW)
    for key in ["a", "d", "e"]:
        print(key, key in KINDS, has(key))
    print(argv[0] in NUMBERS)
    print(KINDS["b"], KINDS.get("a"), KINDS.get("zz") is None, KINDS.get("zz", 5), KINDS.get("c", [])[0])
    print(NUMBERS["one"] + 1, NUMBERS["none"] is None, PAIRS["p"][1], PAIRS["r"][2], NESTED["x"]["z"])
    for key in KINDS:
        print(key)
    for key in KINDS.keys():
        print(key.upper())
    keys = list(KINDS.keys())
    keys.append("more")
    print(keys, len(KINDS))
    for key in KEYS:
        print(KINDS[key])
    print(SAME == EQUAL, SAME != EQUAL, SAME == OTHER)
    try:
        print(KINDS.get("a", 7) + KINDS.get("y", 7))
    except ValueError:
        print("never")
    ONE["b"] = 2
    LISTS["c"] = [3]
    print(len(ONE), "b" in ONE, ONE.get("c", -1), len(LISTS))
    return 0


def target(driver, args):
    return entry_point, None
