class Point(object):
    def __init__(self, x, y):
        self.x = x
        self.y = y

    def __repr__(self):
        return "Point(%r, %r)" % (self.x, self.y)


CONSTANT = [1, 2.5, "three", None, True, (4,), [5], {"six": 6}]
CONSTANT_TEXT = `CONSTANT`


def entry_point(argv):
    print CONSTANT_TEXT, len(CONSTANT_TEXT) / 2
    print `"it's"`, `'say "x"'`, `"both ' and \""`, `"\n\t\\\x00\x7f"`
    print `1`, `-1`, `1.0`, `0.1`, `1e-7`, `True`, `None`, `1 << 40`
    print `[]`, `()`, `(1,)`, `(1, "a")`, `{}`, `{1: "x"}`, `["a", "b"]`
    print Point(1, "z"), `Point(2, "y")`, [Point(3, "x")], {0: Point(4, "w")}
    print str([0.1, 0.5]), str(("q", None)), [[1, 2], []], [None, "x"]
    print range(3), `range(2, 8, 3)`, str(range(0)), [range(2)]
    print [(1, 2.0), (3, 4.0)], `"%s" % [1]`, `"a" "b"`
    print {"k": [1]}, str({"k": (1, "v")}), `{2: {3: 4}}`
    return 0


def target(driver, args):
    return entry_point, None
