"""Default, keyword and star arguments."""


def defaults(a, b=2, c="c"):
    return "%d %d %s" % (a, b, c)


def star(first, *rest):
    s = first * 10 + len(rest)
    if len(rest) > 0:
        s = s * 10 + rest[0]
    if len(rest) > 1:
        s = s * 10 + rest[1]
    return s


def triple(a, b, c):
    return a * 100 + b * 10 + c


class Thing(object):
    def __init__(self, x, y=5, name=None):
        self.x = x
        self.y = y
        self.name = name

    def scale(self, by=2):
        self.x *= by
        self.y *= by

    def text(self):
        name = self.name
        if name is None:
            name = "anon"
        return "%s(%d, %d)" % (name, self.x, self.y)


def entry_point(argv):
    print(defaults(1))
    print(defaults(1, 3))
    print(defaults(1, 3, "d"))
    print(defaults(1, c="kw"))
    print(defaults(c="kw", a=4))
    print(star(1))
    print(star(1, 2))
    print(star(1, 2, 3))
    t = (4, 5, 6)
    print(triple(*t))
    print(triple(1, *(2, 3)))
    print(triple(c=3, a=1, b=2))
    a = Thing(1)
    b = Thing(2, name="bob")
    c = Thing(3, 4, "carol")
    a.scale()
    b.scale(3)
    c.scale(by=4)
    print(a.text())
    print(b.text())
    print(c.text())
    return 0


def target(driver, args):
    return entry_point, None
