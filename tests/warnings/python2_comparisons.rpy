class Term(object):
    def __init__(self, name):
        self.name = name

    def __eq__(self, other):
        # For tests under Python: RPython compares instances by identity.
        return self.__class__ is other.__class__ and self.__dict__ == other.__dict__

    def __ne__(self, other):
        return not self == other

    def __hash__(self):
        return hash(tuple(sorted(self.__dict__.items())))


def entry_point(argv):
    a = Term(argv[0])
    b = Term(argv[0])
    print a == b, a == a, a != b, len({a: 1, b: 2})
    return 0


def target(driver, args):
    return entry_point
