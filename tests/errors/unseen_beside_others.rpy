"""What would only be a warning is not shown beside errors."""


class Term(object):
    def __init__(self, name):
        self.name = name

    def __eq__(self, other):
        return self.__dict__ == other.__dict__

    def __repr__(self):
        return ", ".join([getattr(self, f) for f in dir(self)])


def entry_point(argv):
    a = Term(argv[0])
    print a == Term("x"), a
    return len(argv) + "1"


def target(driver, args):
    return entry_point
