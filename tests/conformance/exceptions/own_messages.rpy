# each: args str init inherited repr default star key text os none broken
"""Exceptions with methods of their own that end the program: the last line shows what `str(e)` gives."""


class A(Exception):
    def __init__(self, x, items):
        self.x = x
        self.items = items


class B(Exception):
    def __init__(self, x):
        self.x = x
    def __str__(self):
        return "B of %d" % self.x


class C(Exception):
    def __init__(self, x, y):
        Exception.__init__(self, "C with %d" % x)
        self.y = y


class D(B):
    pass


class E(Exception):
    def __repr__(self):
        return "repr of E"


class G(Exception):
    def __init__(self, a, b=3):
        super(G, self).__init__(a, b)


class H(Exception):
    def __init__(self, *args):
        self.mine = args


class K(KeyError):
    def __init__(self, key):
        self.key = key


class L(Exception):
    def __init__(self, msg):
        self.msg = msg
    def __str__(self):
        return self.msg


class M(OSError):
    def __init__(self, msg, extra):
        OSError.__init__(self, 5, msg)


class N(Exception):
    def __init__(self, name=None):
        self.name = name


class T(Exception):
    def __init__(self, item):
        self.item = item


def run(what, n):
    if what == "args":
        raise A(3, [n, 2])
    if what == "str":
        raise B(n)
    if what == "init":
        raise C(n, 2)
    if what == "inherited":
        raise D(n)
    if what == "repr":
        raise E(n)
    if what == "default":
        raise G(n)
    if what == "star":
        raise H(n, "x", 2)
    if what == "key":
        raise K("x")
    if what == "text":
        raise L("hello")
    if what == "os":
        raise M("hello", n)
    if what == "none":
        raise N("x" if n > 5 else None)
    if what == "broken":
        raise T({"a": (n, 0.5)})


def entry_point(argv):
    run(argv[1], len(argv))
    return 0


def target(driver, args):
    return entry_point, None
