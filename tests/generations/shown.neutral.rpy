class Point(object):
    def __init__(self, x, y):
        self.x = x
        self.y = y

    def __repr__(self):
        return "Point(%r, %r)" % (self.x, self.y)


CONSTANT = [1, 2.5, "three", None, True, (4,), [5], {"six": 6}]
CONSTANT_TEXT = repr(CONSTANT)


def show(*items):
    print(" ".join(items))


def entry_point(argv):
    show(CONSTANT_TEXT, str(len(CONSTANT_TEXT) // 2))
    show(repr("it's"), repr('say "x"'), repr("both ' and \""), repr("\n\t\\\x00\x7f"))
    show(repr(1), repr(-1), repr(1.0), repr(0.1), repr(1e-7), repr(True), repr(None), repr(1 << 40))
    show(repr([]), repr(()), repr((1,)), repr((1, "a")), repr({}), repr({1: "x"}), repr(["a", "b"]))
    show(str(Point(1, "z")), repr(Point(2, "y")), str([Point(3, "x")]), str({0: Point(4, "w")}))
    show(str([0.1, 0.5]), str(("q", None)), str([[1, 2], []]), str([None, "x"]))
    show(str(list(range(3))), repr(list(range(2, 8, 3))), str(list(range(0))), str([list(range(2))]))
    show(str([(1, 2.0), (3, 4.0)]), repr("%s" % [1]), repr("a" "b"))
    show(str({"k": [1]}), str({"k": (1, "v")}), repr({2: {3: 4}}))
    return 0


def target(driver, args):
    return entry_point, None
