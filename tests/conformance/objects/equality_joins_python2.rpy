# oracle: stored
# Objects of Python 2 are compared by identity, as in RPython, where their __eq__ would join types that do not fit.


class Cell(object):
    _attrs_ = []


class Count(Cell):
    def __init__(self, held):
        self.held = held

    def __eq__(self, other):
        return self.held == other.held

    def __ne__(self, other):
        return not self == other


class Word(Cell):
    def __init__(self, held):
        self.held = held

    def size(self):
        return len(self.held)


def alike(a, b):
    return a == b


def entry_point(argv):
    n = Count(len(argv) + 6)
    w = Word("abc")
    print n.held, w.held, w.size(), alike(n, w), alike(w, w), alike(n, n), alike(n, Count(n.held))
    return 0


def target(*args):
    return entry_point, None
