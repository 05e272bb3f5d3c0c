"""str() and repr() of exceptions."""
import os


class Special(Exception):
    def __str__(self):
        return "special text"


class Plain(Exception):
    pass


class Counted(Special):
    def __init__(self, n):
        self.n = n

    def __str__(self):
        return "counted %d" % self.n


class Message(Exception):
    def __init__(self, msg, code):
        Exception.__init__(self, msg)
        self.code = code


class Default(Exception):
    def __init__(self, msg):
        self.msg = msg


PREBUILT = ValueError("made early")


def f(n):
    if n == 0:
        raise Special("a")
    if n == 1:
        raise Plain("b")
    if n == 2:
        raise Counted(5)
    if n == 3:
        raise ValueError("v", n)
    if n == 4:
        raise KeyError("it's")
    if n == 5:
        raise IndexError
    if n == 6:
        raise Message("told", 3)
    if n == 7:
        raise Default("kept")
    if n == 8:
        raise Plain(n * 5)
    if n == 9:
        raise Plain(n / 2.0)
    if n == 10:
        raise Plain(n > 3)
    if n == 11:
        raise Plain("x" * n, "y", n)
    if n == 12:
        raise PREBUILT
    if n == 13:
        raise Plain(None)
    if n == 14:
        raise Plain((1, "two"))
    if n == 15:
        raise OSError(77, "message", "name")
    if n == 16:
        raise TypeError("one" + str(n))
    if n == 17:
        [1, 2].index(n)
    if n == 18:
        int("zz")


def show(e):
    return str(e) + " | " + repr(e)


def entry_point(argv):
    for i in range(15):
        try:
            f(i)
        except Exception as e:
            print(i, show(e), "%s" % e)
    try:
        f(15)
    except OSError as e:
        print(str(e), e.errno, e.strerror, e.filename)
    try:
        f(18)
    except ValueError as e:
        print(str(e))
    try:
        os.open("/nonexistent/file", os.O_RDONLY, 0)
    except OSError as e:
        print(str(e), e.errno)
    return 0


def target(driver, args):
    return entry_point, None
