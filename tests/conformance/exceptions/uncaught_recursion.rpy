# exit: 1
# stderr: RecursionError
"""Recursion without end, not caught: finally clauses run on the way out, the program ends with exit code 1."""


class Depth(object):
    def __init__(self):
        self.unwound = 0

    def go(self, n):
        try:
            return self.go(n + 1) + 1
        finally:
            self.unwound += 1


def entry_point(argv):
    d = Depth()
    try:
        d.go(0)
    except ZeroDivisionError:
        print("no")
    except RuntimeError:
        print("first caught", d.unwound > 100)
    try:
        d.go(0)
    finally:
        print("on the way out")
    print("never")
    return 0


def target(driver, args):
    return entry_point
