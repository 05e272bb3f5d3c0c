# __exit__ drops exceptions: what follows may get either value.
class Quiet(object):
    def __init__(self, n):
        self.n = n

    def __enter__(self):
        return [self.n]

    def __exit__(self, etype, value, traceback):
        return self.n > 1


def first(quiet, d):
    with quiet as found:
        found = d[found[0]]
    return found


def entry_point(argv):
    print(first(Quiet(len(argv)), {1: "one"}))
    return 0


def target(driver, args):
    return entry_point, None
