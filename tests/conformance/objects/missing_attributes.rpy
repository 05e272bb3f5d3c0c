"""`__getattr__` for names no instance has; `getattr` with a default; attributes set in `__init__` of a base."""


class Base(object):
    kind = "base"

    def __init__(self, n):
        self.n = n


class Record(Base):
    def __init__(self, n):
        Base.__init__(self, n)
        self.values = {"red": 1, "green": 2}

    def __getattr__(self, name):
        if name in self.values:
            return self.values[name] * self.n
        raise AttributeError(name)


class Chain(object):
    def __init__(self, path):
        self.path = path

    def __getattr__(self, name):
        return Chain(self.path + "/" + name)

    def text(self):
        return self.path


def describe(x):
    return "%s %d %d" % (getattr(x, "kind", "none"), getattr(x, "n", -1), getattr(x, "nickname", -2))


def entry_point(argv):
    r = Record(10)
    print(r.n, r.kind, r.red, r.green)
    try:
        print(r.blue)
    except AttributeError as e:
        print("no", e)
    print(describe(r))
    c = Chain("root")
    print(c.usr.lib.python.text())
    return 0


def target(driver, args):
    return entry_point, None
