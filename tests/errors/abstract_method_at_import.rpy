"""A method that a subclass should have, called while the program is imported."""


class Table(object):
    def _row(self, n):
        raise NotImplementedError

    def rows(self):
        return [self._row(n) for n in range(3)]


class Squares(Table):
    def row(self, n):
        return n * n


ROWS = Squares().rows()


def entry_point(argv):
    print(ROWS[len(argv)])
    return 0


def target(driver, args):
    return entry_point, None
