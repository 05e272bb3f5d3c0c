# skip-gc: none nothing dies
# skip-gc: boehm stale addresses keep objects alive
# skip-llinterp: its objects never die
"""__del__: called once, some time after the last reference has gone; at the latest after a collection."""

from rpython.rlib import rgc


class Log(object):
    def __init__(self):
        self.lines = []
        self.kept = None

    def flush(self):
        # The order of finalizers of one collection says nothing.
        lines = self.lines
        self.lines = []
        for i in range(1, len(lines)):
            k = i
            while k > 0 and lines[k - 1] > lines[k]:
                lines[k - 1], lines[k] = lines[k], lines[k - 1]
                k -= 1
        print(len(lines), ", ".join(lines))


log = Log()


class Resource(object):
    def __init__(self, name):
        self.name = name

    def __del__(self):
        log.lines.append("close " + self.name)


class File(Resource):
    def __init__(self, name, other):
        Resource.__init__(self, name)
        self.other = other

    def __del__(self):
        log.lines.append("file " + self.name)
        if self.other is not None:
            log.lines.append(self.name + " had " + self.other.name)


class Derived(Resource):
    """Inherits its __del__."""


class Phoenix(object):
    def __init__(self, n):
        self.n = n

    def __del__(self):
        log.kept = self
        log.lines.append("phoenix %d" % self.n)


class Failing(object):
    def __del__(self):
        log.lines.append("failing")
        raise ValueError("dropped")


class Plain(object):
    def __init__(self, resource):
        self.resource = resource


def use(n):
    for i in range(n):
        Resource("r%d" % i)


def nested():
    p = Plain(File("outer", Derived("inner")))
    return p.resource.name


def keep():
    r = Derived("kept")
    for i in range(1000):
        Plain(None)
    return r


def phoenix():
    Phoenix(1)
    return 0


def collect():
    rgc.collect()
    rgc.collect()


def entry_point(argv):
    use(3)
    collect()
    log.flush()
    print(nested())
    collect()
    log.flush()
    r = keep()
    collect()
    log.flush()
    print(r.name)
    r = None
    collect()
    log.flush()
    phoenix()
    collect()
    log.flush()
    print(log.kept.n)
    use(100)
    collect()
    print(len(log.lines))
    log.lines = []
    print(log.kept.n)
    return 0


def target(driver, args):
    return entry_point
