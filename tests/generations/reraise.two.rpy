class Wrapped(Exception):
    def __init__(self, text, inner):
        self.text = text
        self.inner = inner


LOG = []


def inner(n):
    if n > 2:
        raise ValueError, "too much: " + `n`
    return n


def middle(n):
    try:
        return inner(n)
    except ValueError, e:
        LOG.append("middle")
        raise


def outer(n):
    try:
        return middle(n)
    except ValueError, e:
        raise Wrapped, ("outer", e)
    finally:
        LOG.append("finally %d" % n)


def nested(n):
    try:
        try:
            return outer(n)
        except KeyError:
            return -1
    except Wrapped, e:
        error = e.inner
    try:
        raise error
    except ValueError, e:
        return len(str(e)) / 2


def entry_point(argv):
    for n in (1, 3):
        try:
            print outer(n)
        except Wrapped, e:
            print e.text, "<-", e.inner
        print LOG
    print nested(2), nested(44), LOG[-1]
    return 0


def target(driver, args):
    return entry_point, None
