# exit: 1
# stderr: KeyError: None
"""A missing key that is None, in containers of strings: the text of its KeyError."""


def lookup(d, k):
    try:
        return "found %d" % d[k]
    except KeyError as e:
        return "KeyError " + str(e) + " / " + repr(e)


def removal(d, k):
    try:
        del d[k]
    except KeyError as e:
        return "KeyError " + str(e)
    return "deleted, %d left" % len(d)


def taken(d, k):
    try:
        return "popped %d" % d.pop(k)
    except KeyError as e:
        return "KeyError " + repr(e)


def from_set(s, k):
    try:
        s.remove(k)
    except KeyError as e:
        return "KeyError " + str(e)
    return "removed, %d left" % len(s)


def kept(d, keys):
    """Exception objects that outlive their handlers."""
    found = []
    for k in keys:
        try:
            d[k] += 1
        except KeyError as e:
            found.append(e)
    return found


def entry_point(argv):
    full = {None: 4, "x": 3}
    without = {"q": 4, "x": 3}
    for k in [None, "x", "it's", ""]:
        print(lookup(full, k))
        print(lookup(without, k))
        print(removal(full, k))
        print(removal(full, k))
        print(taken(without, k))
        print(taken(without, k))
    s = set(["a", None])
    for k in ["a", None, "a", None]:
        print(from_set(s, k))
    for e in kept({"a": 1, "b": 2}, ["a", None, "c", None]):
        print(str(e))
    print(without[None if len(argv) > 0 else "z"])
    return 0


def target(*args):
    return entry_point, None
