"""Each built-in exception that an operation can raise, raised and caught by its class, by a base class, and by a tuple."""
import os
from rpython.rlib.rarithmetic import ovfcheck


class Node(object):
    def __init__(self, value):
        self.value = value
        self.next = None


def run(which, n):
    l = [1, 2, 3]
    d = {"a": 1}
    if which == 0:
        return l[n + 3]
    if which == 1:
        return l[-n - 4]
    if which == 2:
        return d["b" * n]
    if which == 3:
        return 10 // (n - 1)
    if which == 4:
        return 10 % (n - 1)
    if which == 5:
        return int(1.0 / (n - 1.0))
    if which == 6:
        return 1 << (-n)
    if which == 7:
        return int("12x" * n)
    if which == 8:
        return int(float("1e" * n))
    if which == 9:
        return ovfcheck((n << 62) * 3)
    if which == 10:
        return ovfcheck(n * 5 - 9223372036854775807 - 3) + ovfcheck(-9223372036854775807 - 5 * n)
    if which == 11:
        return ord("ab" * n)
    if which == 12:
        return len(chr(n - 299))
    if which == 13:
        return l.index(n + 100)
    if which == 14:
        l.remove(n + 100)
    if which == 15:
        return next(iter([n][n:]))
    if which == 16:
        return {n: n}.popitem()[0] + {n: 1}.pop(n + 1)
    if which == 17:
        node = Node(n)
        if n > 5:
            node.next = Node(2)
        return node.next.value
    if which == 18:
        assert n > 1, "small"
    if which == 19:
        return max([n][n:])
    if which == 20:
        os.unlink("/no/such/file/anywhere")
    if which == 21:
        return len(range(0, 5, n - 1))
    if which == 22:
        return "abc".index("x" * n)
    if which == 23:
        return len("abc".split("" * n))
    if which == 24:
        d.pop("zz")
    if which == 25:
        a, b = l
        return a + b
    if which == 26:
        return int(float("nan") * n)
    if which == 27:
        [n][n:].pop()
    if which == 28:
        raise NotImplementedError("later")
    if which == 29:
        return divmod(n, n - 1)[0]
    if which == 30:
        return pow(n, 2, n - 1)
    if which == 31:
        return ord("abc"[n + 5])
    if which == 32:
        return 0 ** 2 + int("")
    return 1000


def by_class(which, n):
    try:
        return "no error %d" % run(which, n)
    except IndexError as e:
        return "IndexError " + str(e)
    except KeyError as e:
        return "KeyError " + str(e)
    except ZeroDivisionError:
        return "ZeroDivisionError"
    except OverflowError:
        return "OverflowError"
    except ValueError:
        return "ValueError"
    except StopIteration:
        return "StopIteration"
    except AttributeError:
        return "AttributeError"
    except AssertionError as e:
        return "AssertionError " + str(e)
    except OSError as e:
        return "OSError %d %s" % (e.errno, e.strerror)
    except NotImplementedError as e:
        return "NotImplementedError " + str(e)
    except TypeError:
        return "TypeError"


def by_base(which, n):
    try:
        run(which, n)
    except LookupError:
        return "lookup"
    except ArithmeticError:
        return "arithmetic"
    except (RuntimeError, AttributeError, TypeError):
        return "one of three"
    except Exception as e:
        return "other " + ("os" if isinstance(e, OSError) else e.__class__.__name__)
    else:
        return "none"


def entry_point(argv):
    n = len(argv)
    for which in range(34):
        print(which, by_class(which, n), "|", by_base(which, n))
    return 0


def target(driver, args):
    return entry_point
