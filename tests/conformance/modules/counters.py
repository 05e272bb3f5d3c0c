"""A module of the program `several`."""


class Counter(object):
    def __init__(self):
        self.n = 0

    def bump(self):
        self.n += 1
