# each: caught uncaught remove
# The text of a KeyError is the repr of the key, of whatever type; it is made when it is wanted.


class Point(object):
    def __init__(self, x, y):
        self.x = x
        self.y = y

    def __eq__(self, other):
        return self.x == other.x and self.y == other.y

    def __hash__(self):
        return self.x * 31 + self.y

    def __repr__(self):
        return "Point(%d, %d)" % (self.x, self.y)


def pairs(d, key):
    try:
        return d[key]
    except KeyError as e:
        print("pair:", e, repr(e))
        return -1


def nested(d, key):
    try:
        del d[key]
    except KeyError as e:
        print("nested: %s" % e)


def removed(s, key):
    try:
        s.remove(key)
    except KeyError as e:
        print("set:", str(e))


def others():
    try:
        {frozenset([1]): 2}[frozenset([2])]
    except KeyError as e:
        print("frozenset:", e)
    try:
        {u"a": 1}.pop(u"b'\"")
    except KeyError as e:
        print("unicode:", e)
    try:
        {Point(1, 2): 3}[Point(4, 5)]
    except KeyError as e:
        print("instance:", e, Point(1, 2))
    try:
        {(Point(1, 2), "a"): 3}[(Point(4, 5), "b")]
    except KeyError as e:
        print("instance in tuple:", e)
    try:
        {1.5: "x"}[2.5]
    except KeyError as e:
        print("float:", e)
    try:
        {"a": "x"}["b\n"]
    except KeyError as e:
        print("str:", e)
    try:
        {True: 1}.pop(False)
    except KeyError as e:
        print("bool:", e)


def kept(d):
    """Each handler has an exception of its own."""
    caught = []
    for i in range(4):
        try:
            d[(i, "k" * i)]
        except KeyError as e:
            caught.append(e)
    for i in range(30):
        try:
            d[(i, "junk")]
        except KeyError:
            pass
    return ["%s" % e for e in caught]


def cached(n):
    """The usual cache: the exception is of no interest."""
    cache = {}
    total = 0
    for i in range(n):
        key = (i % 7, i % 3)
        try:
            total += cache[key]
        except KeyError:
            cache[key] = i
    return total


def entry_point(argv):
    print(argv[1])
    d = {(1, "a"): 10}
    if argv[1] == "uncaught":
        print(d[(2, "b")])
    if argv[1] == "remove":
        s = set([(1, 2)])
        s.remove((3, 4))
    print(pairs(d, (1, "a")), pairs(d, (2, "it's")))
    nested({((1, 2), ("a", None)): 1}, ((1, 3), ("b", None)))
    removed(set([(1, 2.5)]), (2, 0.5))
    others()
    print(kept(d))
    print(cached(100))
    return 0


def target(driver, args):
    return entry_point, None
