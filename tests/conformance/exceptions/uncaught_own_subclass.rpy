# exit: 1
# stderr: Limit: too many: 4
"""An exception of a class family passes handlers for its siblings, and leaves __init__, a property and a closure."""


class Problem(Exception):
    pass


class Limit(Problem):
    pass


class Format(Problem):
    pass


class Pool(object):
    def __init__(self, n):
        self.n = n
        self.used = self.check()

    def check(self):
        if self.n > 3:
            raise Limit("too many: %d" % self.n)
        return self.n

    @property
    def free(self):
        return Pool(self.n + 1).used - self.n


def guarded(n):
    def inner():
        try:
            return Pool(n).free
        except Format:
            print("format")
        except (KeyError, ZeroDivisionError):
            print("other")
        finally:
            print("leaving", n)
        return -1
    return inner()


def entry_point(argv):
    for n in range(1, 6):
        try:
            print(guarded(n))
        except LookupError:
            print("no")
    return 0


def target(driver, args):
    return entry_point
