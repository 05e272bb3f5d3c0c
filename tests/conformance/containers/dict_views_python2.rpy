# oracle: stored
# In a file of Python 2 keys(), values() and items() are lists.


def drop_small(d):
    for k in d.keys():
        if d[k] < 3:
            del d[k]
        elif d[k] > 5:
            d[k + "!"] = 0


def entry_point(argv):
    d = {"a": 1, "b": 2, "c": 3, "d": 6}
    print d.keys(), d.values(), d.items()
    print d.keys() == ["a", "b", "c", "d"], d.keys() < ["b"], d.values()[1]
    names = d.keys()
    names.sort()
    names.reverse()
    print names, "%s" % d.items()[:2]
    drop_small(d)
    print d.keys(), sorted(d.values())
    e = {"d!": 0, "d": 6, "c": 3}
    print d.keys() == e.keys(), sorted(d.keys()) == sorted(e.keys()), d == e
    return 0


def target(driver, args):
    return entry_point, None
