# Prebuilt objects whose fields are declared immutable and get their values when the program runs: the world of an interpreter
# that exists at import time and is set up at start.


class Kind(object):
    _immutable_fields_ = ["name", "parent"]

    def __init__(self, name):
        self.name = name
        self.parent = None

    def set_parent(self, parent):
        self.parent = parent

    def depth(self):
        return 0 if self.parent is None else 1 + self.parent.depth()


class World(object):
    _immutable_fields_ = ["integer", "text", "count", "kinds[*]", "title", "factor?"]

    def __init__(self):
        self.integer = None
        self.text = None
        self.count = 0
        self.kinds = None
        self.title = "none"
        self.factor = 1

    def setup(self, n):
        self.integer = Kind("integer")
        self.text = Kind("text")
        self.text.set_parent(self.integer)
        self.count = n
        self.kinds = [self.integer, self.text]
        self.title = "world of " + str(n)
        self.factor = n + 1


class Fixed(object):
    _immutable_ = True

    def __init__(self, n):
        self.n = n
        self.square = n * n


class Late(object):
    _immutable_ = True

    def __init__(self):
        self.value = 1


WORLD = World()
NIL = Kind("nil")
FIXED = Fixed(7)
LATE = Late()


def garbage():
    keep = None
    for i in range(2000):
        keep = [str(i), keep[0] if keep else ""]
    return len(keep[0])


def describe():
    if WORLD.integer is None:
        return "not set up"
    text = WORLD.integer.name + " " + WORLD.text.name + " " + str(WORLD.count) + " " + WORLD.title
    for k in WORLD.kinds:
        text += " " + k.name + str(k.depth())
    return text + " " + str(WORLD.factor)


def entry_point(argv):
    print(describe())
    WORLD.setup(len(argv))
    print(describe())
    print(garbage())
    print(describe())
    print(NIL.depth())
    NIL.set_parent(WORLD.text)
    print(garbage(), NIL.depth(), NIL.parent.parent.name)
    print(FIXED.n + FIXED.square)
    LATE.value += len(argv)
    print(LATE.value)
    WORLD.setup(5)
    print(garbage(), describe())
    return 0


def target(driver, args):
    return entry_point, None
