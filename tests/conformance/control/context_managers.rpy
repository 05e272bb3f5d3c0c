"""contextlib at run time."""
from contextlib import contextmanager, suppress, closing, ExitStack, nullcontext, redirect_stdout

LOG = []


@contextmanager
def tag(name):
    LOG.append("<%s>" % name)
    try:
        yield name.upper()
    finally:
        LOG.append("</%s>" % name)


@contextmanager
def swallow(limit):
    try:
        yield limit
    except KeyError as e:
        LOG.append("swallowed %s" % e)


@contextmanager
def plain():
    LOG.append("in")
    yield
    LOG.append("out")


@contextmanager
def convert():
    try:
        yield
    except KeyError:
        raise ValueError("converted")


class Owner(object):
    def __init__(self):
        self.depth = 0

    @contextmanager
    def deeper(self, by=1):
        self.depth += by
        try:
            yield self
        finally:
            self.depth -= by

    def close(self):
        LOG.append("closed")


@tag("deco")
def decorated(x):
    return x + 1


def early(n):
    with tag("early"):
        if n > 1:
            return n
        LOG.append("late")
    return -1


def entry_point(argv):
    with tag("a") as t:
        LOG.append(t)
        with tag("b"):
            pass
    print(LOG)
    del LOG[:]
    with swallow(3) as n:
        LOG.append(str(n))
        raise KeyError("k")
    print(LOG)
    try:
        with swallow(1):
            raise IndexError("i")
    except IndexError as e:
        print("got", e)
    with plain():
        pass
    try:
        with plain():
            raise ValueError("x")
    except ValueError as e:
        print("ValueError", e, LOG)
    try:
        with convert():
            raise KeyError(1)
    except ValueError as e:
        print(e)
    o = Owner()
    with o.deeper() as d:
        with o.deeper(by=5):
            print(o.depth, d.depth)
    print(o.depth)
    del LOG[:]
    print(early(1), early(2), LOG)
    with suppress(KeyError):
        raise KeyError(3)
    with suppress(KeyError, IndexError):
        [][len(argv)]
    with closing(o) as oo:
        print(oo.depth)
    print(LOG[-1])
    for i in range(3):
        with tag("loop"):
            if i == 1:
                continue
            LOG.append(str(i))
    print(LOG)
    return 0


def target(driver, args):
    return entry_point, None
