# Methods that only printing reaches have errors: an attribute of another class, a helper of theirs, a list that they spoil.


class Node(object):
    _attrs_ = ["size"]


class Leaf(Node):
    def __init__(self, names):
        self.names = names

    def __repr__(self):
        return "Leaf(%s)" % self.names


class Inner(Node):
    def __init__(self, size):
        self.size = size

    def __repr__(self):
        return "Inner(%r, %s)" % (self.size, self.names)


class Pair(object):
    def __init__(self, left, right):
        self.left = left
        self.right = right

    def describe(self):
        return self.left - "text"

    def __str__(self):
        return "<%d %d>" % (self.describe(), self.right)


SHOWN = [1, 2]


class Counted(object):
    def __repr__(self):
        SHOWN.append("shown")
        return "Counted()"


class Unset(object):
    def __repr__(self):
        return "Unset(%d)" % self.number


class Holder(object):
    def __init__(self, unset):
        self.unset = unset

    def __repr__(self):
        self.unset = 7
        return "Holder(%s)" % self.unset


print("imported")


def entry_point(argv):
    node = Leaf([1]) if len(argv) > 1 else Inner(2)
    text = "%s" % (node,)
    text += str(Pair(1, 2))
    SHOWN.append(len(text))
    text += "%r" % (Counted(),)
    for n in SHOWN:
        if n > 1000:
            return n - 1000
    text += "%r" % (Holder(Unset()),)
    return 0 if text else 1


def target(driver, args):
    return entry_point, None
