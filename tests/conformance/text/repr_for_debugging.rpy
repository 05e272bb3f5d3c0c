"""`__repr__` and `__str__` that only Python can run: what does not need them is translated without them."""
import sys


class Node(object):
    _fields = ()

    def show(self):
        return "<%r>" % (self,)

    def __repr__(self):
        return "%s(%s)" % (type(self).__name__, ", ".join(["%s=%r" % (f, getattr(self, f)) for f in self._fields]))


class Leaf(Node):
    _fields = ("value",)

    def __init__(self, value):
        self.value = value

    def show(self):
        return "leaf %d" % self.value


class Branch(Node):
    _fields = ("left", "right")

    def __init__(self, left, right):
        self.left = left
        self.right = right

    def show(self):
        return "(%s %s)" % (self.left.show(), self.right.show())

    def __str__(self):
        return " ".join([str(kv) for kv in sorted(self.__dict__.items())])


class Plain(object):
    """Its text can be translated, and is."""

    def __init__(self, name):
        self.name = name

    def __repr__(self):
        return "Plain %s" % self.name


def debug(node):
    print("%r %s" % (node, node))


def entry_point(argv):
    tree = Branch(Leaf(1), Branch(Leaf(2), Leaf(3)))
    print(tree.show())
    print(Plain("a"), [Plain("b")])
    if len(argv) > 5:
        debug(tree)
        debug(tree.left)
        print(Node().show())
    return 0


def target(driver, args):
    return entry_point, None
