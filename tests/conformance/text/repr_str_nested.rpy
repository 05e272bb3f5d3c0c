"""str, repr and print of nested containers, special floats, quotes and escapes; print with sep and end."""
from rpython.rlib.objectmodel import specialize
from collections import OrderedDict, defaultdict, deque, Counter


class Only(object):
    def __repr__(self):
        return "only"


class Two(Only):
    def __str__(self):
        return "two"


class Kid(Two):
    def __init__(self, l):
        self.l = l

    def __repr__(self):
        return "Kid" + repr(self.l)


@specialize.argtype(0)
def show(x):
    print(str(x) + " " + repr(x))


def entry_point(argv):
    inf = float("inf")
    for f in [0.0, -0.0, 1.0, 1e16, 123456789.125, 1e-4, 1e-5, 1.0 / 3, 2.0 / 3, 1e100, inf, -inf, inf - inf, 1e15, 0.1 + 0.2]:
        show(f)
    for n in [0, -1, 9223372036854775807, -9223372036854775807 - 1]:
        show(n)
    for s in ["", "a", "it's", 'say "x"', "'\"", "\\", "\n\r\t", "\x01\x1f\x7f", "tab\there"]:
        print(repr(s), len(s), [s], (s, s), {s: s})
    show([])
    show(())
    print({}, set() == set(), [[]], [[], [[]]], ((),), (1,), ((1, 2), 3), [(1, "a"), (2, "b")], {1: {2: {3: 4}}})
    show([1.0, 2.5, inf, -0.0])
    show({"a": [1, 2], "b": []})
    show({(1, "x"): None})
    show({1.5: True, 2.0: False})
    show(set([1]))
    show(frozenset(["x"]))
    print(deque([1, 2]), deque([1], maxlen=3), OrderedDict([("a", 1)]) == {"a": 1}, Counter("aab").most_common(), bytearray(b"a\x00"))
    d = defaultdict(list)
    d["k"].append(1)
    print(dict(d), d["new"], len(d))
    print([Only(), Two()], (Two(),), {"k": Two()}, Only(), Two(), str(Two()), repr(Two()), "%s %r" % (Two(), Two()), f"{Two()} {Two()!r}")
    print(Kid([1]), [Kid([1, 2]), Kid([])], {"kid": Kid([3])}, [(Kid([0]), 1)])
    print([None, "x"], [True, False], (None, True), {None: 1}, [[1], None])
    print("a", "b", sep="")
    print("a", "b", 1, 2.0, None, sep=", ")
    print("a", end="")
    print("b", end="|\n")
    print()
    print("", "", sep="-")
    print(1, [2], (3,), sep="\n", end="\n--\n")
    print("x" + str(1) + repr("y") + str(2.0) + str(True) + str(None) + str(["y", "z"]))
    for item in ["sep", "end"]:
        print(item, item, sep=item[0], end=item[-1] * 2 + "\n")
    l = [1]
    t = (l, l, "s")
    l.append(2)
    print(t, [l, l], {"l": l})
    print([[c] for c in "ab"], [{"a": 1}, {}], [{1}, {2}], [(1, 2.0), (3, 4.0)], [str(x) for x in (1, 2)])
    return 0


def target(driver, args):
    return entry_point
