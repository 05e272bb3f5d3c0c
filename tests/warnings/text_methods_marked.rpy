# Methods that only printing reaches, and that say themselves that they are not RPython.
from rpython.rlib.objectmodel import not_rpython


class Problem(Exception):
    def __init__(self, n):
        self.n = n

    @not_rpython
    def __str__(self):
        return str(sorted({1: "one", self.n: self}.items()))


class Worse(Problem):
    pass


class Item(object):
    def __init__(self, n):
        self.n = n

    @not_rpython
    def __repr__(self):
        return eval("'Item ' + str(self.n)")


def entry_point(argv):
    print("%r" % Item(len(argv)))
    try:
        if len(argv) > 3:
            raise Worse(3)
        raise Problem(2)
    except Problem as e:
        print("problem %s" % e)
    return 0


def target(driver, args):
    return entry_point, None
