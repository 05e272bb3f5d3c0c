# skip-gc: none nothing dies
# skip-gc: boehm stale addresses keep objects alive
# skip-llinterp: its objects never die
"""rlib.rweakref: dictionaries whose values or keys may go away."""

from rpython.rlib import rgc
from rpython.rlib.objectmodel import keepalive_until_here
from rpython.rlib.rweakref import RWeakKeyDictionary, RWeakValueDictionary


class Thing(object):
    def __init__(self, n):
        self.n = n


class Other(object):
    def __init__(self, text):
        self.text = text


prebuilt = RWeakValueDictionary(str, Thing)


def fill(d, keep, n):
    for i in range(n):
        t = Thing(i)
        d.set(str(i), t)
        if i % 10 == 0:
            keep.append(t)


def fill_keys(d, keep, n):
    for i in range(n):
        t = Thing(i)
        d.set(t, Other("for " + str(i)))
        if i % 25 == 0:
            keep.append(t)


def numbered():
    d = RWeakValueDictionary(int, Other)
    o = Other("seven")
    d.set(7, o)
    d.set(8, Other("eight"))
    d.set(9, o)
    d.set(9, None)
    rgc.collect()
    print(d.get(7) is o, d.get(8) is None, d.get(9) is None, d.length())
    keepalive_until_here(o)


def entry_point(argv):
    d = RWeakValueDictionary(str, Thing)
    keep = []
    fill(d, keep, 100)
    rgc.collect()
    print(d.length(), d.get("10").n, d.get("11") is None, d.get("x") is None)
    keepalive_until_here(keep)
    fill(prebuilt, keep, 50)
    rgc.collect()
    print(prebuilt.length())
    keepalive_until_here(keep)
    numbered()
    k = RWeakKeyDictionary(Thing, Other)
    kept = []
    fill_keys(k, kept, 100)
    rgc.collect()
    print(k.length(), " ".join([k.get(t).text for t in kept]))
    k.set(kept[0], None)
    k.set(kept[1], Other("new"))
    print(k.length(), k.get(kept[0]) is None, k.get(kept[1]).text, k.get(Thing(0)) is None)
    keepalive_until_here(kept)
    return 0


def target(driver, args):
    return entry_point
