# The code of SystemExit, at import time and at run time.
import sys


class Quit(SystemExit):
    pass


class Own(SystemExit):
    def __init__(self, code):
        self.code = code * 2


def leave(n):
    if n == 1:
        sys.exit(3)
    if n == 2:
        raise SystemExit(n + 40)
    if n == 3:
        raise Quit(7)
    if n == 4:
        raise Own(4)


def code_of(n):
    try:
        leave(n)
    except Own as e:
        return e.code
    except SystemExit as e:
        return e.code
    return -1


EARLY = [code_of(n) for n in range(5)]


def entry_point(argv):
    for n in range(5):
        print(EARLY[n], code_of(n))
    return 0


def target(driver, args):
    return entry_point, None
