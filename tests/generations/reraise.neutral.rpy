class Wrapped(Exception):
    def __init__(self, text, inner):
        self.text = text
        self.inner = inner


class Log(object):
    def __init__(self):
        self.lines = []


LOG = Log()


def inner(n):
    if n > 2:
        raise ValueError("too much: %d" % n)
    return n


def middle(n):
    try:
        return inner(n)
    except ValueError:
        LOG.lines.append("middle")
        raise


def outer(n):
    try:
        return middle(n)
    except ValueError as e:
        raise Wrapped("outer", e)
    finally:
        LOG.lines.append("finally %d" % n)


def nested(n):
    try:
        try:
            return outer(n)
        except KeyError:
            return -1
    except Wrapped as e:
        error = e.inner
    try:
        raise error
    except ValueError as e:
        return len(str(e)) // 2


def entry_point(argv):
    for n in (1, 3):
        try:
            print(outer(n))
        except Wrapped as e:
            print("%s <- %s" % (e.text, e.inner))
        print(LOG.lines)
    small, large = nested(2), nested(44)
    print("%d %d %s" % (small, large, LOG.lines[-1]))
    return 0


def target(driver, args):
    return entry_point, None
