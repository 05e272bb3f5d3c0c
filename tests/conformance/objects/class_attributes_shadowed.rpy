"""Attributes read from the class of an instance, where some instances have their own."""


class Node(object):
    name = "node"
    size = 1
    parts = [1, 2]

    def __init__(self, n):
        self.n = n

    def kind(self):
        return self.__class__.name

    def sizes(self):
        return self.__class__.size * 100 + self.size


class Leaf(Node):
    name = "leaf"


class Named(Node):
    def __init__(self, n, name):
        Node.__init__(self, n)
        self.name = name
        self.parts = [n]


class Sized(Leaf):
    size = 3

    def grow(self):
        self.size += 1


class Other(object):
    """Another family, where only subclasses have it."""

    def kind(self):
        return self.__class__.name


class One(Other):
    name = "one"


class Two(Other):
    name = "two"

    def rename(self):
        self.name = "own"


def describe(x):
    return "%s %s %s %d %d" % (x.__class__.__name__, x.__class__.name, x.name, x.__class__.size,
                               len(type(x).parts))


def entry_point(argv):
    sized = Sized(4)
    sized.grow()
    for x in [Node(1), Leaf(2), Named(3, "own"), sized]:
        print(describe(x), x.kind(), x.sizes(), len(x.parts))
    two = Two()
    two.rename()
    print(One().kind(), two.kind(), two.name)
    return 0


def target(driver, args):
    return entry_point, None
