# A handler for an exception of the program that nothing raises: what it reads is never read.


class Unused(Exception):
    def __init__(self, where):
        self.where = where


def step(n):
    if n > 2:
        raise ValueError("too many")
    return n + 1


def entry_point(argv):
    n = 0
    while True:
        try:
            n = step(n)
        except Unused as e:
            print("unused", e.where)
        except ValueError as e:
            print("stopped at %d: %s" % (n, e))
            return 0


def target(driver, args):
    return entry_point, None
