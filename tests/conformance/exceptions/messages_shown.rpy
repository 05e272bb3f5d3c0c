"""Texts of exceptions: str and repr of all kinds of arguments, own classes with and without __str__, bases, in formats and containers."""
import os


class Plain(Exception):
    pass


class WithStr(Exception):
    def __init__(self, code):
        self.code = code

    def __str__(self):
        return "code %d" % self.code


class WithRepr(ValueError):
    def __init__(self, what, n):
        ValueError.__init__(self, what + "!")
        self.what = what
        self.n = n

    def __repr__(self):
        return "<%s %d>" % (self.what, self.n)


class Level2(WithStr):
    def __init__(self):
        WithStr.__init__(self, 2)


class Both(Plain, KeyError):
    pass


def thrower(which, n):
    if which == 0:
        raise Plain("text %d" % n)
    if which == 1:
        raise Plain
    if which == 2:
        raise WithStr(n)
    if which == 3:
        raise WithRepr("what", n)
    if which == 4:
        raise Level2()
    if which == 5:
        raise ValueError("a'b" * n)
    if which == 6:
        raise KeyError("key%d" % n)
    if which == 7:
        raise IndexError
    if which == 8:
        raise OSError(2, "No such thing")
    if which == 9:
        raise RuntimeError("")
    if which == 10:
        int("bad" * n)
    if which == 11:
        {}["k"[:n]]
    if which == 12:
        [0][n + 5]
    if which == 13:
        1 // (n - 1)
    if which == 14:
        assert n == 0, "n is %d" % n
    if which == 15:
        raise Both("both")
    if which == 16:
        float("x" * n)
    if which == 17:
        "abc".index("z" * n)
    if which == 18:
        1 << -n
    if which == 19:
        raise StopIteration
    if which == 20:
        raise TypeError("%s and %s" % ([n], {"a": n}))
    if which == 21:
        raise NotImplementedError("method of " + "abc"[n])
    if which == 22:
        "abc"[n + 5]
    if which == 23:
        [].pop()
    if which == 24:
        1 % (n - 1)
    if which == 25:
        1.0 / (n - 1)
    if which == 26:
        {1: n}[n + 5]
    if which == 27:
        [n].remove(n)
        raise UnicodeError("u")
    if which == 28:
        raise KeyError(n)
    if which == 29:
        raise ValueError(n)



def entry_point(argv):
    n = len(argv)
    caught = []
    for which in range(31):
        try:
            thrower(which, n)
            print(which, "nothing")
        except (Plain, WithStr) as e:
            print(which, "own", e.__class__.__name__, str(e))
            caught.append(e.__class__.__name__)
        except WithRepr as e:
            print(which, repr(e), str(e), e.what, e.n)
        except LookupError as e:
            print(which, "lookup", type(e).__name__, str(e), repr(e))
        except OSError as e:
            print(which, e.errno, e.strerror, str(e))
        except ArithmeticError as e:
            print(which, "arithmetic", f"{e} {e!r}")
        except Exception as e:
            print(which, "%s: %s (%r)" % (e.__class__.__name__, e, e))
    print(caught)
    errors = [ValueError("one"), KeyError("two"), Plain("three")]
    print([str(e) for e in errors], [repr(e) for e in errors], str(errors[0]) + "!", [e.__class__.__name__ for e in errors], errors)
    print(isinstance(errors[1], LookupError), isinstance(errors[2], ValueError), issubclass(WithRepr, ValueError), issubclass(Both, (KeyError, OSError)))
    return 0


def target(driver, args):
    return entry_point
