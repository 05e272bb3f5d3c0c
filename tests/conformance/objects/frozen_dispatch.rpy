# origin: after published programs
"""Frozen strategy objects compared by identity, methods of several frozen objects through one variable, tables of bound methods."""


def rotated(c, shift):
    if c.isalpha() and c.islower():
        return chr((ord(c) - 97 + shift) % 26 + 97)
    return c


class Encoding(object):
    def __init__(self, name, shift):
        self.name = name
        self.shift = shift

    def _freeze_(self):
        return True

    def encode(self, s):
        return "".join([rotated(c, self.shift) for c in s])


class Mirror(Encoding):
    def _freeze_(self):
        return True

    def encode(self, s):
        return "".join([chr(219 - ord(c)) if 'a' <= c <= 'z' else c for c in s])


ROT13 = Encoding("rot13", 13)
ROT1 = Encoding("rot1", 1)
MIRROR = Mirror("mirror", 0)


def choose(n):
    if n % 3 == 0:
        return ROT13
    elif n % 3 == 1:
        return ROT1
    return MIRROR


class Machine(object):
    def __init__(self, encoding):
        self.encoding = encoding
        self.log = []

    def rotate(self, n):
        self.log.append("rotate")
        self.encoding = choose(n)
        return n + 1

    def keep(self, n):
        self.log.append("keep")
        return n

    def undo(self, n):
        if self.log:
            self.log.pop()
        return n - 1


def main(n):
    m = Machine(ROT13)
    table = {'r': m.rotate, 'k': m.keep, 'u': m.undo}
    for c in "rrukkur":
        n = table[c](n)
    return m, n


HANDLERS = {'up': str.upper, 'down': str.lower} if False else {'up': lambda s: s.upper(), 'down': lambda s: s.lower()}


class Sentinel(object):
    pass


MISSING = Sentinel()
STORE = {'x': MISSING, 'y': Sentinel()}


def entry_point(argv):
    for i in range(4):
        e = choose(i)
        print("%s %s %s %d" % (e.name, e.encode("hello, World"), choose(i + 3) is e, e.shift))
    print(choose(0) == choose(1), choose(2) is MIRROR, choose(1) is not ROT1)
    m, n = main(4)
    print(" ".join(m.log), n, m.encoding.name)
    for k in sorted(HANDLERS.keys()):
        print(k, HANDLERS[k]("MiXed"))
    for k in sorted(STORE.keys()):
        print(k, STORE[k] is MISSING)
    f = m.encoding.encode
    print(f(f("abc")))
    return 0


def target(driver, args):
    return entry_point
