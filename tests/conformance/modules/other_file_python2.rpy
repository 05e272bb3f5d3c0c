# oracle: stored
"""One file of Python 2 makes a program one of Python 2; this file has nothing of either."""
from printing2 import show


class Term(object):
    fields = ["name"]

    def __init__(self, name):
        self.name = name

    def __eq__(self, other):
        if not isinstance(other, Term):
            return NotImplemented
        return self.__dict__ == other.__dict__

    def __repr__(self):
        return ", ".join([getattr(self, f) for f in self.fields])


class Number(object):
    def __init__(self, n):
        self.n = n

    def __eq__(self, other):
        if not isinstance(other, Number):
            return NotImplemented
        return self.n == other.n

    def __ne__(self, other):
        return not self == other

    def __hash__(self):
        return self.n


def double(n):
    return n * 2


def entry_point(argv):
    a = Term("a")
    show(str(a == Term("a")))
    show(str(a == a))
    show(str(Number(1) == Number(1)))
    show(str(Number(1) != Number(1)))
    show(str(len("%r" % a) > 0))
    show(str({"k": 1}.keys()))
    show(str({"k": 1}.items()))
    numbers = map(double, [3, 1, 2])
    numbers.sort()
    show(str(numbers))
    show(str(len(filter(None, [0, 1, 2]))))
    pairs = zip([1, 2], ["x", "y"])
    show(str(pairs[1][1]))
    return 0


def target(driver, args):
    return entry_point, None
