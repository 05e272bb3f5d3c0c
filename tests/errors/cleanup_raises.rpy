class Table:
    def __init__(self):
        self.rows = ["a", "b"]

    def _cleanup_(self):
        raise KeyError("no rows to clean up")


TABLE = Table()


def first(n):
    return TABLE.rows[n]


def entry_point(argv):
    print(first(0))
    print(TABLE.rows[1])
    return 0


def target(driver, args):
    return entry_point, None
