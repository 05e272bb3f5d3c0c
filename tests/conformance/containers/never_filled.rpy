"""A test of a list or dict into which nothing is ever put is decided: what would follow need not be RPython."""
from rpython.rlib.objectmodel import not_rpython


class Loader(object):
    # (instances that are made at import time may have their own)
    waiting = {}
    names = []

    def __init__(self, n):
        self.n = n

    @not_rpython
    def load(self):
        for name in self.__dict__["waiting"]:
            setattr(self, name, self.waiting[name]())
        del self.waiting

    def get(self):
        if self.waiting:
            self.load()
        if self.names:
            self.load()
        if not self.waiting and not self.names:
            return self.n
        return -1


class Full(object):
    waiting = {}

    def __init__(self, n):
        self.n = n

    def get(self):
        if self.waiting:
            return self.waiting[self.n]
        self.waiting[self.n] = self.n * 2
        return self.n


def early(n):
    loader = Loader(n)
    loader.waiting = {"n": lambda: n + 1}
    return loader


LOADED = early(4)
LOADED.load()


def entry_point(argv):
    print(Loader(len(argv)).get())
    print(LOADED.get())
    full = Full(6)
    print(full.get())
    print(full.get())
    return 0


def target(driver, args):
    return entry_point, None
